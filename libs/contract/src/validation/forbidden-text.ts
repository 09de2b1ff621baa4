/** Finds U+0000 and lone surrogates, which PostgreSQL and well-formed JSON cannot carry, wherever they hide. */
import type { Fault } from './faults.ts';

export function isForbiddenText(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed();
}

export const forbiddenTextMessage = 'must not contain U+0000 or lone surrogates';

/** Iterative: a body may nest as deep as its length allows. */
export function hasForbiddenText(root: unknown): boolean {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') {
      if (isForbiddenText(value)) return true;
    } else if (Array.isArray(value)) {
      for (const item of value) if (typeof item === 'string' || typeof item === 'object') open.push(item);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        if (isForbiddenText(key)) return true;
        if (typeof item === 'string' || typeof item === 'object') open.push(item);
      }
    }
  }
  return false;
}

interface Place {
  value: unknown;
  key: string;
  parent: Place | undefined;
}

/** Every place of forbidden text, at most `limit` of them. */
export function forbiddenTextFaults(root: unknown, limit: number): Fault[] {
  const faults: Fault[] = [];
  const open: Place[] = [{ value: root, key: '', parent: undefined }];
  while (open.length > 0 && faults.length < limit) {
    const place = open.pop();
    if (place === undefined) break;
    if (isForbiddenText(place.key) || (typeof place.value === 'string' && isForbiddenText(place.value))) {
      faults.push({ path: pathOf(place), message: forbiddenTextMessage });
    }
    if (typeof place.value === 'object' && place.value !== null) {
      for (const [key, value] of Object.entries(place.value).toReversed()) open.push({ value, key, parent: place });
    }
  }
  return faults;
}

function pathOf(place: Place): string[] {
  const path: string[] = [];
  for (let at: Place = place; at.parent !== undefined; at = at.parent) path.push(at.key);
  return path.toReversed();
}
