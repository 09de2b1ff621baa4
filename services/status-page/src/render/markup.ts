/** Markup that is already escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type MarkupValue = Markup | string | number | null | undefined | false | readonly MarkupValue[];

/** Markup with values in it. Values that are not markup are escaped; nothing, false and empty lists leave no text. */
export function markup(parts: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  return new Markup(String.raw({ raw: parts }, ...values.map(render)));
}

function render(value: MarkupValue): string {
  if (value instanceof Markup) return value.text;
  if (value === null || value === undefined || value === false) return '';
  return typeof value === 'object' ? value.map(render).join('') : escape(String(value));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text and quoted attributes for HTML and XML. XML cannot contain most control characters at all. */
export function escape(text: string): string {
  return text
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
    .replaceAll(/[^\t\n\r\u0020-\u{10FFFF}]|[\u007F\uFFFE\uFFFF]/gu, '');
}
