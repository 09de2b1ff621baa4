import { connect, type Socket } from 'node:net';
import type { Deadline } from '../deadline.ts';
import type { ResolvedAddress } from '../names/dns-answer.ts';
import { diagnose, diagnoseEnd, endpointOf, type Diagnosis } from '../failure.ts';
import { SLICE_BYTES } from './slice-size.ts';

// RFC 8305, section 5.
const ATTEMPT_DELAY_MS = 250;

// Node's types omit the stream options that its sockets accept.
const READING_LIMIT: object = { readableHighWaterMark: SLICE_BYTES };

export type Dialed =
  | { readonly ok: true; readonly socket: Socket; readonly address: string; readonly connectMs: number }
  | { readonly ok: false; readonly diagnosis: Diagnosis };

/**
 * Opens a TCP connection to the first address that accepts one. When an attempt fails or is slow, the next address is
 * tried as well. Unlike Node's own family selection, a slow attempt continues: giving it up would add that delay to the
 * latency of every distant target.
 */
export function dial(addresses: readonly ResolvedAddress[], port: number, deadline: Deadline): Promise<Dialed> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const pending = new Set<Socket>();
    const failures: Diagnosis[] = [];
    const waiting = [...addresses];
    let isSettled = false;
    let timer: NodeJS.Timeout | undefined;

    const settle = (outcome: Dialed): void => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      release();
      for (const socket of pending) {
        if (!outcome.ok || socket !== outcome.socket) socket.destroy();
      }
      resolve(outcome);
    };

    const tryNext = (): void => {
      clearTimeout(timer);
      const target = waiting.shift();
      if (target === undefined) {
        if (pending.size === 0) settle({ ok: false, diagnosis: mostTelling(failures) });
        return;
      }
      const { address } = target;
      const socket = connect({ host: address, port, autoSelectFamily: false, noDelay: true, ...READING_LIMIT });
      pending.add(socket);
      socket.once('connect', () => {
        settle({ ok: true, socket, address, connectMs: performance.now() - startedAt });
      });
      // This listener is never removed: an error between two owners of the socket would end the process.
      socket.on('error', (error) => {
        if (isSettled) return;
        pending.delete(socket);
        failures.push(diagnose(error, { phase: 'connect', endpoint: endpointOf(address, port) }));
        tryNext();
      });
      if (waiting.length > 0) timer = setTimeout(tryNext, ATTEMPT_DELAY_MS);
    };

    const release = deadline.onEnd(() => {
      const who = endpointOf(addresses[0]?.address ?? '', port);
      settle({ ok: false, diagnosis: diagnoseEnd(deadline.ended ?? 'aborted', deadline.limitMs, 'connect', who) });
    });
    if (deadline.ended === null) tryNext();
  });
}

// Without IPv6, a machine has no route to IPv6 addresses; another address's failure says more about the target.
function mostTelling(failures: readonly Diagnosis[]): Diagnosis {
  return (
    failures.find(({ reason }) => reason !== 'unreachable') ??
    failures[0] ?? { phase: 'connect', reason: 'unreachable', code: null, message: 'There is no address to connect to' }
  );
}
