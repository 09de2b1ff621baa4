import type { CallLimit } from './call-limit.ts';

/** How many streams may be open at a time, over all gateways. */
export interface StreamLimit {
  /** Of one API key or session. */
  readonly perCredential: number;
  readonly perOrganization: number;
}

/**
 * `heavy`: one request may change hundreds of things, or hold megabytes of what it reads, and there are few places.
 * `long`: it waits for a third party, or for its turn at something slow; an organization may have a number of them.
 * `short`: all others.
 */
export type OperationLane = 'short' | 'heavy' | 'long';

/** What an operation may cost. The gateway and the services enforce all of it. */
export interface OperationBounds {
  /**
   * What refuses a call, beside the rate limit of the client, which counts every request. `client`: that limit alone. A
   * stream has a `StreamLimit`.
   */
  readonly limiter: 'client' | CallLimit | StreamLimit;
  /** The longest body that is read; 0 where none is taken. */
  readonly maxBodyBytes: number;
  /** The longest answer that is passed on. Of a stream: the most that its reader may leave unread. */
  readonly maxAnswerBytes: number;
  /** Requests of one lane have places of their own, and never wait for those of another lane. */
  readonly lane: OperationLane;
}

const KIB = 1_024;
const MIB = 1_024 * KIB;

/** The longest bodies: none, one with a few short texts, and the bound that the public contract promises for all. */
export const BODY_BYTES = { none: 0, brief: 64 * KIB, any: 2 * MIB } as const;

/**
 * The longest answers: one with a few short texts; one that its service holds as a whole; one that is sent in pieces,
 * such as 100 monitors with the longest bodies, or an incident with thousands of updates; and what is unread of a stream.
 */
export const ANSWER_BYTES = { brief: 64 * KIB, whole: 64 * MIB, pieces: 1_024 * MIB, unread: 1_000_000 } as const;

/** What most operations have in common; their bodies and long answers are added to it. */
export const ORDINARY = {
  limiter: 'client',
  maxBodyBytes: BODY_BYTES.none,
  maxAnswerBytes: ANSWER_BYTES.whole,
  lane: 'short',
} as const satisfies OperationBounds;
