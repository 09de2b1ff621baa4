// Decides whether a stream may stay open, by what is known about its credential now.

import { ApiError, seesMasks, type Credential, type Operation } from '@vedette/contract';
import { accessFault } from '../access/access.ts';
import { actingParty } from '../access/acting-party.ts';
import { STANDS_MS } from '../credentials/credential-trust.ts';
import type { Client } from '../credentials/client.ts';

export interface StreamTerms {
  readonly operation: Operation;
  readonly organizationId: string;
  /** Some read events with addresses masked, so a stream ends when its reader becomes one of them, or no longer is one. */
  readonly seesMasks: boolean;
}

/** What the account service has last said about the credential of a stream. */
export interface KnownCredential {
  /** Null: nobody may use it. Undefined: it was usable when the stream was opened, and nothing was said since. */
  readonly credential: Credential | null | undefined;
  /** In milliseconds on the clock of `now`. */
  readonly answeredAt: number;
}

/** `now` counts milliseconds on any clock, `date` is the time of day, by which credentials expire. */
export function maySeeMore(
  terms: StreamTerms,
  { credential, answeredAt }: KnownCredential,
  now: number,
  date: Date,
): boolean {
  if (now - answeredAt >= STANDS_MS) return false;
  if (credential === undefined) return true;
  if (credential === null || isExpired(credential, date)) return false;
  const party = actingParty(clientOf(credential), terms.operation, terms.organizationId);
  if (party instanceof ApiError || party.caller?.organizationId !== terms.organizationId) return false;
  if (seesMasks(terms.operation, party.caller) !== terms.seesMasks) return false;
  return accessFault(party, terms.operation, {}) === undefined;
}

function isExpired({ expiresAt }: Credential, date: Date): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= date.getTime();
}

function clientOf(credential: Credential): Client {
  return credential.kind === 'key'
    ? { kind: 'key', caller: credential.caller, name: credential.name }
    : { kind: 'session', credential };
}
