import type { Detail } from '../errors.ts';
import { reasonText, type FaultReason } from './fault-reason.ts';

/** What is wrong with a field of a request. The API words it as a detail of its error, and forms in other words. */
export interface Fault {
  readonly path: readonly string[];
  readonly reason: FaultReason;
}

export function otherFault(path: readonly string[], text: string): Fault {
  return { path, reason: { tag: 'other', text } };
}

/** `whole` stands for the value itself. */
export function detailsOf(faults: readonly Fault[], whole = 'body'): Detail[] {
  return faults.map(({ path, reason }) => {
    const name = dottedPath(path, whole);
    return { path: name, message: `${name} ${reasonText(reason)}` };
  });
}

export function dottedPath(path: readonly string[], whole: string): string {
  return path.length === 0 ? whole : path.join('.').toWellFormed().replaceAll('\0', '\ufffd');
}
