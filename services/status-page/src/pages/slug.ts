// Decides the slug of a page that was created without one.

const MAX_LENGTH = 63;
const FALLBACK = 'status';
const NUMBERED = [2, 3, 4, 5];

/** The name, written in the characters that a slug may have. */
export function slugFromName(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/\p{M}|['’]/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-');
  return cut(letters.replace(/^-/, ''), MAX_LENGTH) || FALLBACK;
}

/** The slug itself, then the alternatives to try, in order, when it is taken. `random` is a short random word. */
export function slugCandidates(slug: string, random: string): string[] {
  const suffixes = [...NUMBERED.map(String), random];
  return [slug, ...suffixes.map((suffix) => `${cut(slug, MAX_LENGTH - suffix.length - 1)}-${suffix}`)];
}

/** A slug never has two hyphens in a row, so at most one hyphen remains at the end. */
function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/-$/, '');
}
