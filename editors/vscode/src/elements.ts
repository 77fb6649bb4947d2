// Elements that the pages have in common.

/** An element of a class. */
export function element<K extends keyof HTMLElementTagNameMap>(tag: K, name: string): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.className = name;
  return made;
}

/** Text as code. */
export function quoted(text: string): HTMLElement {
  const code = document.createElement("code");
  code.textContent = text;
  return code;
}

/** A paragraph that stands for what is not there. */
export function note(text: string): HTMLElement {
  const paragraph = element("p", "note");
  paragraph.textContent = text;
  return paragraph;
}

/** Offers choices; those that stay the same are not touched. */
export function fillChoices(
  select: HTMLSelectElement,
  choices: [value: string, label: string][],
  chosen: string,
): void {
  const old = [...select.options].map((option) => `${option.value}\n${option.label}`).join("\n");
  if (old !== choices.map(([value, label]) => `${value}\n${label}`).join("\n")) {
    select.replaceChildren(...choices.map(([value, label]) => new Option(label, value)));
  }
  select.value = chosen;
}
