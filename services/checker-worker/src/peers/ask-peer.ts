import { createInbox, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import { inboxPrefix, subjects, type ConfirmationReply, type ConfirmationRequest } from '@vedette/contract';
import type { AttemptReport } from '../attempts.ts';

export type RefusalReason = (ConfirmationReply & { kind: 'REFUSED' })['because'];

export type PeerAnswer =
  | { readonly kind: 'ATTEMPTED'; readonly report: AttemptReport }
  | { readonly kind: 'REFUSED'; readonly because: RefusalReason }
  /** The peer did not say in time whether it accepts. */
  | { readonly kind: 'SILENT' }
  /** The peer does not listen on its subject, or it went silent after it had accepted. */
  | { readonly kind: 'GONE' }
  /** The peer tried and could not judge the target. */
  | { readonly kind: 'UNABLE' };

export interface PeerQuestion {
  readonly connection: NatsConnection;
  readonly workerId: string;
  readonly request: ConfirmationRequest;
  /** How long the peer may take to accept. */
  readonly acceptMs: number;
  readonly onAccepted: () => void;
  readonly isAlive: () => boolean;
  readonly signal: AbortSignal;
}

/** A peer gets the target's time limit, and this much more for waiting pings and the network. */
const EXTRA_MS = 5_000;
const WATCH_EVERY_MS = 500;

/** Asks one worker for one attempt. The peer says at once whether it accepts, and later what it found. */
export function askPeer(question: PeerQuestion): Promise<PeerAnswer> {
  const { connection, workerId, request, acceptMs, onAccepted, isAlive, signal } = question;
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    let watch: NodeJS.Timeout | undefined;
    let subscription: Subscription | undefined;
    const end = (): void => {
      clearTimeout(timer);
      clearInterval(watch);
      signal.removeEventListener('abort', giveUp);
      subscription?.unsubscribe();
    };
    const settle = (answer: PeerAnswer): void => {
      end();
      resolve(answer);
    };
    const giveUp = (): void => {
      end();
      reject(new Error('The confirmation was given up'));
    };
    subscription = connection.subscribe(createInbox(inboxPrefix('checker-worker')), {
      callback: (error, message) => {
        if (error !== null) return settle({ kind: 'GONE' });
        // NATS answers with 503 when the subject has no subscriber.
        if (message.headers?.code === 503) return settle({ kind: 'GONE' });
        const reply = message.json<ConfirmationReply>();
        switch (reply.kind) {
          case 'ACCEPTED':
            onAccepted();
            clearTimeout(timer);
            timer = setTimeout(() => settle({ kind: 'UNABLE' }), request.target.timeoutSeconds * 1000 + EXTRA_MS);
            watch = setInterval(() => {
              if (!isAlive()) settle({ kind: 'GONE' });
            }, WATCH_EVERY_MS);
            return;
          case 'ATTEMPTED':
            return settle({ kind: 'ATTEMPTED', report: reply });
          case 'REFUSED':
          case 'UNABLE':
            return settle(reply);
        }
      },
    });
    timer = setTimeout(() => settle({ kind: 'SILENT' }), acceptMs);
    signal.addEventListener('abort', giveUp);
    connection.publish(subjects.confirmCheck(workerId), JSON.stringify(request), { reply: subscription.getSubject() });
  });
}
