// Decides which browser and system a User-Agent header names.

/** The first match counts: a browser that also sends the name of another one comes before that one. */
const BROWSERS = [
  ['Edge', /Edg\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\//],
  ['Chrome', /Chrom(?:e|ium)\//],
  ['Safari', /Safari\//],
] as const;

const SYSTEMS = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const;

/** `Firefox · Linux`; undefined if it is no browser that we know. */
export function browserName(userAgent: string): string | undefined {
  const browser = BROWSERS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  if (browser === undefined) return undefined;
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  return system === undefined ? browser : `${browser} · ${system}`;
}
