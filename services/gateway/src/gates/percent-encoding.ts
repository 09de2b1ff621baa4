// Decides which parts of a request's target are properly percent-encoded: as UTF-8, and to the end.
import type { Detail } from '@vedette/contract';

/** A hostile query could have ten thousand faults; nobody reads more than these. */
const MAX_FAULTS = 100;

/** Undefined when it is not properly encoded. */
export function decodeSegment(segment: string): string | undefined {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** The parameters that can be decoded, and the faults of the others, which URLSearchParams would take for something else. */
export function decodableQuery(raw: string): { query: URLSearchParams; faults: Detail[] } {
  if (!raw.includes('%')) return { query: new URLSearchParams(raw), faults: [] };
  const faults = new Map<string, Detail>();
  const sound = raw.split('&').filter((parameter) => {
    if (decodeSegment(parameter) !== undefined) return true;
    // A name that is itself not properly encoded, or empty, names nothing.
    const name = decodeSegment(parameter.split('=', 1)[0] ?? '') ?? '';
    const fault = faultOf(name);
    if (faults.size < MAX_FAULTS) faults.set(fault.path, fault);
    return false;
  });
  return { query: new URLSearchParams(sound.join('&')), faults: [...faults.values()] };
}

function faultOf(name: string): Detail {
  const problem = 'is not properly percent-encoded';
  return name === ''
    ? { path: 'body', message: `the query ${problem}` }
    : { path: name, message: `${name} ${problem}` };
}
