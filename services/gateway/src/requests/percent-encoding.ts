// Decides which parts of a request's target are properly percent-encoded: valid UTF-8, and complete.
import type { Detail } from '@vedette/contract';

/** Bounds the answer: a hostile query could have ten thousand faults. */
const MAX_FAULTS = 100;

/** Undefined when the segment is not properly encoded. */
export function decodeSegment(segment: string): string | undefined {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** The parameters that can be decoded, and the faults of the others, which URLSearchParams would misread silently. */
export function decodableQuery(raw: string): { query: URLSearchParams; faults: Detail[] } {
  if (!raw.includes('%')) return { query: new URLSearchParams(raw), faults: [] };
  const faults = new Map<string, Detail>();
  const sound = raw.split('&').filter((parameter) => {
    if (decodeSegment(parameter) !== undefined) return true;
    // The name may itself be badly encoded or empty; the fault then names the query as a whole.
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
