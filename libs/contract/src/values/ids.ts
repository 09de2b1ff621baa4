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

// One system call fills the bytes of 256 ids: a request makes at least one id.
const pool = new Uint8Array(RANDOM_LENGTH * 256);
let used = pool.length;

let lastMs = -1;
let lastTime = '';

/** An opaque, time-ordered id: 48 bits of milliseconds and 80 random bits in lowercase Crockford base32. */
export function newId<P extends IdPrefix>(prefix: P, now: number = Date.now()): `${P}_${string}` {
  if (now !== lastMs) {
    lastTime = encodeTime(now);
    lastMs = now;
  }
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  let random = '';
  for (const end = used + RANDOM_LENGTH; used < end; used += 1) random += ALPHABET.charAt((pool[used] ?? 0) & 31);
  return `${prefix}_${lastTime}${random}`;
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
