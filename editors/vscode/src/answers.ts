// What the server answers, as its interface describes it.

/** What became of a skill in a host. */
export type Status = "active" | "shadowed" | "ambiguous" | "hidden" | "conditional" | "disabled" | "skipped" | "unread";

/** One host, of `skill-lsp.hosts`. */
export interface Host {
  id: string;
  name: string;
  onlyWhenNamed: boolean;
  /** It is meant where none is named. */
  usual: boolean;
  /** It is the open specification. */
  specification: boolean;
  /** Which version of it is found here; `words` where it is another one than was verified. */
  installed: null | { version: string; path: string; words: string | null };
  modes: { mode: string }[];
  /** For whom a skill can be switched on and off in its settings; for nobody where it has no switch. */
  switches: string[];
}

/** One skill in one host, of `skill-lsp.list`. */
export interface ListedSkill {
  /** What of it stands in the listing; nothing when it is not listed. */
  shown: null | "whole" | "shortened" | "name-only" | "omitted";
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

/** A folder that a new skill could go into, of `skill-lsp.places`. */
export interface NewPlace {
  host: string;
  name: string;
  scope: "project" | "user";
  path: string;
  /** So many skills lie in it. */
  skills: number;
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
  /** What became of the file beside which it is shown, and what would bring it back. */
  current?: { shown: string | null; words: string; remedy: string | null };
}

/** The same, to whoever follows it: all of it, or what is another since the one that had a number. */
export type FollowedPrompt = (Prompt | { since: number; changed: PromptChange; current?: Prompt["current"] }) & {
  number: number;
};

/** What is another in a listing: lines of its text that take the place of others (from 0, `to` not among them), and entries. */
export interface PromptChange {
  lines: { from: number; to: number; by: string[] } | null;
  entries: { at: number; entry: PromptEntry }[];
  budget: Prompt["budget"];
}

/** One entry of a listing; an entry that was cut comes with its whole description. */
export interface PromptEntry {
  id: string;
  name: string;
  path: string;
  text: string;
  cut: null | "shortened" | "name-only" | "omitted";
  description: string | null;
}

/** A place in a text: lines and columns from 1, columns in characters. */
export interface Range {
  start: { line: number; column: number };
  end: { line: number; column: number };
}

/** What the model receives when a skill is loaded, of `skill-lsp.show`. */
export interface Loaded {
  host: string;
  id: string;
  name: string;
  path: string;
  /** Whether it is known what the host does; otherwise the text is the file. */
  known: boolean;
  text: string;
  arguments: string[];
  marks: LoadedMark[];
  changes: {
    allowedTools: string[];
    disallowedTools: string[];
    model: string | null;
    effort: string | null;
    fork: boolean;
    agent: string | null;
    hooks: string[];
    shell: string | null;
  };
  notes: string[];
}

/** What was filled in, and what is left to the host. */
export interface LoadedMark {
  kind: "argument" | "placeholder" | "command" | "file";
  range: Range;
  text: string;
  written: string;
  source: Range | null;
  file: string | null;
}

/** A check, of `skill-lsp.explain`. */
export interface Check {
  id: string;
  summary: string;
  documentation: string;
}

/** The state of things, of `skill-lsp.doctor`. */
export interface Doctor {
  agents: DoctorAgent[];
  elsewhere: DoctorLine[];
  findings: { errors: number; warnings: number; files: number; next: string | null };
  /** The life of the skill that was asked about. */
  skill?: DoctorLife;
}

/** One agent. */
export interface DoctorAgent {
  host: string;
  name: string;
  installed: string | null;
  verified: string;
  apart: null | "same" | "patch" | "more";
  listed: number;
  notListed: number;
  lines: DoctorLine[];
}

/** One cause, and all skills that have it. */
export interface DoctorLine {
  cause: string;
  skills: string[];
  places: { path: string; line: number | null; column: number | null }[];
  words: string;
  next: string | null;
}

/** What the packages of the repository bring, of `skill-lsp.packages`. */
export interface Packages {
  packages: { name: string; path: string; agents: PackageAgent[] }[];
  /** Skills in no package and in no agent's own folder. */
  loose: LooseSkill[];
}

/** What an agent has of a package once it is installed. */
export interface PackageAgent {
  host: string;
  name: string;
  manifest: string | null;
  fate: "taken" | "unlisted" | "refused";
  skills: ListedSkill[];
  notShipped: LooseSkill[];
}

/** A skill that is not shipped, and why. */
export interface LooseSkill {
  name: string;
  path: string;
  reason: string | null;
}

/** What a skill or a package may do, of `skill-lsp.review`. */
export interface Review {
  path: string;
  skills: { name: string; description: string; path: string }[];
  files: number;
  bytes: number;
  findings: {
    weight: "danger" | "look" | "note";
    kind: string;
    path: string;
    line: number | null;
    message: string;
    excerpt: string | null;
  }[];
  sentences: { path: string; line: number; touches: string[]; text: string }[];
  grants: { path: string; line: number; entry: string; words: string }[];
  scripts: { path: string; calls: { kind: string; lines: number[] }[] }[];
  sites: { host: string; count: number; path: string; line: number }[];
  leftOut: string[];
}

/** The life of one skill in each agent. */
export interface DoctorLife {
  name: string;
  agents: {
    name: string;
    path: string | null;
    steps: { step: string; fine: boolean; words: string; next: string | null }[];
  }[];
  others: string[];
  lines: DoctorLine[];
  nearest: string | null;
}
