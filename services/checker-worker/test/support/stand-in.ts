import { subjects, type ConfirmationReply, type WorkerPresence } from '@vedette/contract';
import type { Fleet } from './fleet.ts';

export type Answer = (reply: (message: ConfirmationReply) => void, leave: () => void) => void;

/** What another worker says when it has reached the target. */
export const FOUND_UP: ConfirmationReply = {
  kind: 'ATTEMPTED',
  attempt: {
    checkedAt: '2026-01-01T00:00:00.000Z',
    worker: 'stand-in',
    region: 'elsewhere',
    error: null,
    statusCode: 200,
    responseMs: 1,
    phases: { dns: null, connect: null, tls: null, firstByte: null, total: 1 },
  },
  pace: { longestAttemptMs: 1, hasTimedOut: false },
  observation: { certExpiresAt: null, dnsAnswer: null, registration: null },
};

const ID = 'stand-in';
const PLACES = { FAST: { total: 5, free: 5 }, SLOW: { total: 5, free: 5 } };
const PRESENCE: WorkerPresence = {
  workerId: ID,
  region: 'elsewhere',
  checks: PLACES,
  confirmations: PLACES,
  slowest: [],
  isTrusted: true,
};

/** A simulated worker that announces itself, and answers as the test says or not at all. */
export class StandIn {
  private constructor(
    private readonly leave: () => void,
    private readonly unsubscribe: () => void,
  ) {}

  /** Returns when the first announcement is at NATS. */
  static async announce(fleet: Fleet, answer: Answer | null): Promise<StandIn> {
    const connection = await fleet.connection();
    const announce = (): void => {
      // The connection may end before its test does.
      if (connection.isClosed() || connection.isDraining()) return;
      connection.publish(subjects.workerPresence, JSON.stringify(PRESENCE));
    };
    const timer = setInterval(announce, 500);
    const leave = (): void => clearInterval(timer);
    const subscription =
      answer &&
      connection.subscribe(subjects.confirmCheck(ID), {
        callback: (_error, message) => answer((reply) => message.respond(JSON.stringify(reply)), leave),
      });
    announce();
    await connection.flush();
    return new StandIn(leave, () => subscription?.unsubscribe());
  }

  stop(): void {
    this.leave();
    this.unsubscribe();
  }
}
