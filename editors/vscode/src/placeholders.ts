// The preview of Markdown, of a skill: what an agent fills in, and the commands that it runs first, are shown as such.

/** As much of markdown-it as is used here. */
export interface MarkdownIt {
  core: { ruler: { push(name: string, rule: () => void): void } };
  inline: { ruler: { before(other: string, name: string, rule: (state: State, silent: boolean) => boolean): void } };
  renderer: { rules: Record<string, Rule | undefined> };
  utils: { escapeHtml(text: string): string };
}

interface State {
  src: string;
  pos: number;
  push(type: string, tag: string, nesting: number): Token;
}

type Rule = (tokens: Token[], index: number, options: unknown, env: Env | undefined, self: unknown) => string;

interface Env {
  currentDocument?: { path: string };
}

interface Token {
  type: string;
  content: string;
}

/** Names that no formula has, and that would be taken for the beginning of one: `$ARGUMENTS[1]`, `${CLAUDE_SESSION_ID}`. */
const NAMED = /\$(?:ARGUMENTS(?:\[\d+\])?|\{[A-Z][A-Z0-9_]*\})/y;
/** Single arguments: `$0`. */
const NUMBERED = /(\$\d+)/;

const FILLED = "Filled in when the skill is loaded";
const RUN = "Runs before the model reads the skill; its output stands here then";

/** Adds the marks to a renderer of Markdown; other files than skills and commands are left as they are. */
export function extend(markdown: MarkdownIt): MarkdownIt {
  const { rules } = markdown.renderer;
  const escape = markdown.utils.escapeHtml;
  const plain = rules["text"] ?? ((tokens, index) => escape(tokens[index]?.content ?? ""));
  const code = rules["code_inline"] ?? ((tokens, index) => `<code>${escape(tokens[index]?.content ?? "")}</code>`);
  const mark = (kind: string, title: string, html: string) =>
    `<mark class="skill-lsp-${kind}" title="${title}">${html}</mark>`;

  const numbered = (text: string) =>
    text.split(NUMBERED).map((part, at) => (at % 2 === 1 ? mark("placeholder", FILLED, escape(part)) : escape(part))).join("");

  // Which file it is, is known only when it is shown.
  markdown.inline.ruler.before("escape", "skill_placeholder", (state, silent) => {
    const found = named(state.src, state.pos) ?? numberedBeforeNamed(state.src, state.pos);
    if (found === undefined) return false;
    if (!silent) state.push("skill_placeholder", "", 0).content = found;
    state.pos += found.length;
    return true;
  });
  rules["skill_placeholder"] = (tokens, index, _options, env) => {
    const shown = escape(tokens[index]?.content ?? "");
    return isSkill(env) ? mark("placeholder", FILLED, shown) : shown;
  };
  rules["text"] = (tokens, index, options, env, self) => {
    if (!isSkill(env)) return plain(tokens, index, options, env, self);
    const content = tokens[index]?.content ?? "";
    const shown = runs(tokens, index + 1) ? content.slice(0, -1) : content;
    return numbered(shown);
  };
  // What begins with `$0` is a formula for VS Code when another `$` follows. Others may bring that rule after us.
  let ours: Rule | undefined;
  markdown.core.ruler.push("skill_formulas", () => {
    const formula = rules["math_inline"];
    if (formula === undefined || formula === ours) return;
    ours = rules["math_inline"] = (tokens, index, options, env, self) => {
      const content = tokens[index]?.content ?? "";
      const isArgument = isSkill(env) && /^\d/.test(content);
      return isArgument ? numbered(`$${content}$`) : formula(tokens, index, options, env, self);
    };
  });
  rules["code_inline"] = (tokens, index, options, env, self) => {
    const html = code(tokens, index, options, env, self);
    return isSkill(env) && runs(tokens, index) ? mark("command", RUN, html) : html;
  };
  return markdown;
}

function named(text: string, at: number): string | undefined {
  NAMED.lastIndex = at;
  return NAMED.exec(text)?.[0];
}

/** `$0` where the next dollar sign begins a name: no formula ends with it. */
function numberedBeforeNamed(text: string, at: number): string | undefined {
  const argument = /^\$\d+/.exec(text.slice(at, at + 8))?.[0];
  if (argument === undefined) return undefined;
  const next = text.indexOf("$", at + 1);
  return next !== -1 && named(text, next) !== undefined ? argument : undefined;
}

function isSkill(env: Env | undefined): boolean {
  const place = env?.currentDocument?.path ?? "";
  return /(^|\/)skill\.md$/i.test(place) || /\/commands\/.*\.md$/.test(place);
}

/** Whether code is a command that runs before the model reads the skill: an exclamation mark stands right before it. */
function runs(tokens: Token[], index: number): boolean {
  const before = tokens[index - 1];
  return tokens[index]?.type === "code_inline" && before?.type === "text" && before.content.endsWith("!");
}
