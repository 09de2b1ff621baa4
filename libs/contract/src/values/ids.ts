import { randomFillSync } from 'node:crypto';

export type IdPrefix =
  | 'mon' // monitor
  | 'inc' // incident
  | 'ac' // alert contact
  | 'sub' // subject of alerts that is no incident
  | 'at' // test of an alert contact
  | 'ad' // message that tells several alerts
  | 'rh' // rehearsal of alerts
  | 'sp' // status page
  | 'cmp' // component of a status page
  | 'mw' // maintenance window
  | 'si' // published incident
  | 'siu' // update of a published incident
  | 'we' // webhook endpoint
  | 'wd' // webhook delivery
  | 'wa' // attempt of a webhook delivery
  | 'evt' // event
  | 'org' // organization
  | 'key' // API key
  | 'per' // person
  | 'inv' // invitation
  | 'ses' // session
  | 'aud' // line of the audit log
  | 'req'; // request

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_LENGTH = 10;
const RANDOM_LENGTH = 16;
/** Ids of one millisecond are up to 40 bits apart, so that nobody can guess the next one. */
const STEP_LENGTH = 8;

// One system call fills the bytes of 256 ids: a request makes at least one id.
const pool = new Uint8Array(RANDOM_LENGTH * 256);
let used = pool.length;

let lastMs = -1;
let lastTime = '';
const last = new Uint8Array(RANDOM_LENGTH);

/**
 * An opaque id in lowercase Crockford base32: 48 bits of milliseconds and 80 more, which are random. It sorts after all ids
 * that this process has made before with the same time, so that lists show them in the order of their creation.
 */
export function newId<P extends IdPrefix>(prefix: P, now: number = Date.now()): `${P}_${string}` {
  if (now === lastMs) addRandomStep();
  else {
    lastTime = encodeTime(now);
    lastMs = now;
    for (let i = 0; i < RANDOM_LENGTH; i += 1) last[i] = randomDigit();
    // Leaves room for 2^39 steps.
    last[0] = (last[0] ?? 0) & 15;
  }
  let random = '';
  for (const digit of last) random += ALPHABET.charAt(digit);
  return `${prefix}_${lastTime}${random}`;
}

function addRandomStep(): void {
  let carry = 1;
  for (let i = RANDOM_LENGTH - 1; i >= RANDOM_LENGTH - STEP_LENGTH || carry > 0; i -= 1) {
    const step = i >= RANDOM_LENGTH - STEP_LENGTH ? randomDigit() : 0;
    const sum = (last[i] ?? 0) + step + carry;
    last[i] = sum & 31;
    carry = sum >> 5;
  }
}

function randomDigit(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  return (pool[used++] ?? 0) & 31;
}

/** The time that newId was given; null if this is no id. To clients ids are opaque. */
export function timeOfId(id: string): Date | null {
  const digits = id.slice(id.indexOf('_') + 1);
  if (digits.length !== TIME_LENGTH + RANDOM_LENGTH) return null;
  let ms = 0;
  for (const digit of digits.slice(0, TIME_LENGTH)) {
    const value = ALPHABET.indexOf(digit);
    if (value === -1) return null;
    ms = 32 * ms + value;
  }
  return new Date(ms);
}

function encodeTime(ms: number): string {
  let rest = Math.floor(ms);
  let text = '';
  for (let i = 0; i < TIME_LENGTH; i += 1) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
