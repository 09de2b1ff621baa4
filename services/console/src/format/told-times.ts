// Decides which parts of a sentence from the server are instants. The server writes UTC; readers see their own zone.

export type ToldPart = string | { readonly at: string };

const INSTANT = /(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d{3})?)?)(?: UTC|Z)/g;

export function toldParts(text: string): ToldPart[] {
  const parts: ToldPart[] = [];
  let end = 0;
  for (const { 0: found, 1: date, 2: clock, index } of text.matchAll(INSTANT)) {
    const at = new Date(`${date}T${clock}Z`);
    if (Number.isNaN(at.getTime())) continue;
    parts.push(text.slice(end, index), { at: at.toISOString() });
    end = index + found.length;
  }
  return [...parts, text.slice(end)].filter((part) => part !== '');
}
