// Decides whether an announcement can be used: a worker that a target has taken over may announce anything.

import { CHECK_LANES } from './check-lane.ts';
import type { Places, WorkerPresence } from './checks.ts';

/** Regions become labels of metrics. */
export const LONGEST_REGION = 63;

/** Undefined for anything that is not the announcement of a worker. */
export function readPresence(json: string): WorkerPresence | undefined {
  let raw: unknown;
  try {
    raw = JSON.parse(json);
  } catch {
    return undefined;
  }
  return isPresence(raw) ? raw : undefined;
}

function isPresence(raw: unknown): raw is WorkerPresence {
  if (!isObject(raw)) return false;
  const { workerId, region, checks, confirmations, slowest, isTrusted } = raw;
  return (
    typeof workerId === 'string' &&
    typeof region === 'string' &&
    region.length <= LONGEST_REGION &&
    arePlaces(checks) &&
    arePlaces(confirmations) &&
    Array.isArray(slowest) &&
    slowest.every((each) => isObject(each) && typeof each['organizationId'] === 'string' && isCount(each['places'])) &&
    typeof isTrusted === 'boolean'
  );
}

function arePlaces(raw: unknown): boolean {
  return isObject(raw) && CHECK_LANES.every((lane) => isPlaces(raw[lane]));
}

/** Fewer than no places are free while checks that have become slow run beyond the share of their lane. */
function isPlaces(raw: unknown): raw is Places {
  return isObject(raw) && isCount(raw['total']) && Number.isSafeInteger(raw['free']);
}

function isCount(raw: unknown): boolean {
  return Number.isSafeInteger(raw) && Number(raw) >= 0;
}

function isObject(raw: unknown): raw is Readonly<Record<string, unknown>> {
  return typeof raw === 'object' && raw !== null;
}
