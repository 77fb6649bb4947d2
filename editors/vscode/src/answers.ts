// What the server answers, as its interface describes it.

/** What became of a skill in a host. */
export type Status = "active" | "shadowed" | "ambiguous" | "hidden" | "conditional" | "disabled" | "skipped" | "unread";

/** One host, of `skill-lsp.hosts`. */
export interface Host {
  id: string;
  name: string;
  onlyWhenNamed: boolean;
  modes: { mode: string }[];
  /** For whom a skill can be switched on and off in its settings; for nobody where it has no switch. */
  switches: string[];
}

/** One skill in one host, of `skill-lsp.list`. */
export interface ListedSkill {
  host: string;
  id: string;
  name: string;
  description: string;
  status: Status;
  reason: string;
  path: string;
  root: string;
  scope: string;
  winner: string | null;
}

/** What one host makes of a file, of `skill-lsp.verdicts`. */
export interface Verdict {
  host: string;
  id: string;
  status: Status;
  words: string;
  reason: string;
  winner: string | null;
  writtenFor: boolean;
}

/** What one host makes of a name, of `skill-lsp.why`. */
export interface Why {
  host: string;
  name: string;
  outcome: string;
  winner: string | null;
  candidates: { path: string; scope: string; status: Status; reason: string }[];
}

/** What was written, of `skill-lsp.toggle`. */
export interface Switched {
  path: string;
  line: number;
  changed: boolean;
  note?: string;
}

/** The listing of a host, of `skill-lsp.prompt`. */
export interface Prompt {
  host: string;
  mode: string;
  model: string | null;
  text: string;
  later: string[];
  budget: { used: number; wanted: number; limit: number; unit: string } | null;
  entries: PromptEntry[];
}

/** One entry of a listing; an entry that was cut comes with its whole description. */
export interface PromptEntry {
  name: string;
  path: string;
  text: string;
  cut: null | "shortened" | "name-only" | "omitted";
  description: string | null;
}

/** A check, of `skill-lsp.explain`. */
export interface Check {
  id: string;
  summary: string;
  documentation: string;
}
