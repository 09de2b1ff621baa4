/** Finds U+0000 and lone surrogates at any depth; neither PostgreSQL nor well-formed JSON can carry them. */
import { otherFault, type Fault } from '../faults/fault.ts';
import { MAX_PATH_SEGMENTS } from './ajv-faults.ts';

export function isForbiddenText(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed();
}

/** The fault of a text that `isForbiddenText` refuses. */
export function forbiddenTextFault(path: readonly string[]): Fault {
  return otherFault(path, 'must not contain U+0000 or lone surrogates');
}

export interface Survey {
  /** True if there are more than `mostValues` values, at all depths; the remaining values are then not examined. */
  isTooLarge: boolean;
  hasForbiddenText: boolean;
}

/** Iterative: a body may nest as deep as its length allows. */
export function survey(root: unknown, mostValues: number): Survey {
  const result: Survey = { isTooLarge: false, hasForbiddenText: false };
  const open: unknown[] = [root];
  let seen = 1;
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') {
      if (isForbiddenText(value)) result.hasForbiddenText = true;
    } else if (typeof value === 'object' && value !== null) {
      const names = Object.keys(value);
      seen += names.length;
      if (seen > mostValues) return { ...result, isTooLarge: true };
      if (!Array.isArray(value) && names.some(isForbiddenText)) result.hasForbiddenText = true;
      for (const inner of Object.values(value)) open.push(inner);
    }
  }
  return result;
}

interface Place {
  value: unknown;
  path: readonly string[];
}

/** The paths of forbidden text, at most `limit`; a value that is too deep to name is reported by its ancestor. */
export function forbiddenTextFaults(root: object, limit: number): Fault[] {
  const faults: Fault[] = [];
  const open: Place[] = [{ value: root, path: [] }];
  while (open.length > 0 && faults.length < limit) {
    const { value, path } = open.pop() ?? { value: undefined, path: [] };
    const isTooDeep = path.length === MAX_PATH_SEGMENTS;
    if (isForbiddenText(path.at(-1) ?? '') || ((isTooDeep || typeof value === 'string') && isForbidden(value))) {
      faults.push(forbiddenTextFault(path));
    }
    if (typeof value === 'object' && value !== null && !isTooDeep) {
      for (const [key, inner] of Object.entries(value).toReversed()) open.push({ value: inner, path: [...path, key] });
    }
  }
  return faults;
}

function isForbidden(value: unknown): boolean {
  return survey(value, Infinity).hasForbiddenText;
}
