/** Markup that needs no escaping any more. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type MarkupValue = Markup | string | number | null | undefined | false | readonly MarkupValue[];

/** Markup with values in it: whatever is not markup itself is escaped; nothing, false and empty lists leave no trace. */
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

/** For text and for quoted attributes, in HTML and in XML, which cannot hold most control characters at all. */
export function escape(text: string): string {
  return text
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
    .replaceAll(/[^\t\n\r\u0020-\u{10FFFF}]|[\u007F\uFFFE\uFFFF]/gu, '');
}
