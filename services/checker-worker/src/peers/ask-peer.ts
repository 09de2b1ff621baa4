import { nuid, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import { subjects, type ConfirmationReply, type ConfirmationRequest } from '@vedette/contract';
import type { AttemptReport } from '../attempts.ts';

export type RefusalReason = (ConfirmationReply & { kind: 'REFUSED' })['because'];

export type PeerAnswer =
  | { readonly kind: 'ATTEMPTED'; readonly report: AttemptReport }
  | { readonly kind: 'REFUSED'; readonly because: RefusalReason }
  /** The peer does not listen, was silent for too long, or its answer may be lost. */
  | { readonly kind: 'UNANSWERED' }
  /** The peer tried and could not judge the target. */
  | { readonly kind: 'UNABLE' };

export interface PeerQuestion {
  readonly connection: NatsConnection;
  readonly workerId: string;
  readonly request: ConfirmationRequest;
  readonly onAccepted: () => void;
  /** False when the peer is no longer alive, or when its answer may have been lost. */
  readonly canAnswer: () => boolean;
  readonly signal: AbortSignal;
}

/** A peer gets the target's time limit, and this much more for waiting pings and the network. */
const EXTRA_MS = 5_000;
/** A peer says within milliseconds whether it accepts. */
const ACCEPT_MS = 1_000;
const WATCH_EVERY_MS = 250;

const KINDS: readonly unknown[] = ['ACCEPTED', 'REFUSED', 'ATTEMPTED', 'UNABLE'] satisfies ConfirmationReply['kind'][];

/** Undefined if the reply cannot be read: it is as good as none. */
function replyIn(message: Msg): ConfirmationReply | undefined {
  try {
    const reply = message.json<Partial<Extract<ConfirmationReply, { kind: 'ATTEMPTED' }>> | null>();
    const isWhole = reply?.kind !== 'ATTEMPTED' || [reply.attempt, reply.pace, reply.observation].every(isObject);
    return KINDS.includes(reply?.kind) && isWhole ? (reply as ConfirmationReply) : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Asks one worker for one attempt. The peer says at once whether it accepts, and later what it found. */
export function askPeer(question: PeerQuestion): Promise<PeerAnswer> {
  const { connection, workerId, request, onAccepted, canAnswer, signal } = question;
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
    const unanswered = (): void => settle({ kind: 'UNANSWERED' });
    const giveUp = (): void => {
      end();
      reject(new Error('The confirmation was given up'));
    };
    subscription = connection.subscribe(subjects.confirmation(nuid.next()), {
      callback: (error, message) => {
        // NATS answers with 503 when the subject has no subscriber.
        if (error !== null || message.headers?.code === 503) return unanswered();
        const reply = replyIn(message);
        if (reply === undefined) return unanswered();
        switch (reply.kind) {
          case 'ACCEPTED':
            onAccepted();
            clearTimeout(timer);
            timer = setTimeout(unanswered, request.target.timeoutSeconds * 1000 + EXTRA_MS);
            return;
          case 'ATTEMPTED':
            return settle({ kind: 'ATTEMPTED', report: reply });
          case 'REFUSED':
          case 'UNABLE':
            return settle(reply);
        }
      },
    });
    timer = setTimeout(unanswered, ACCEPT_MS);
    watch = setInterval(() => {
      if (!canAnswer()) unanswered();
    }, WATCH_EVERY_MS);
    signal.addEventListener('abort', giveUp);
    connection.publish(subjects.confirmCheck(workerId), JSON.stringify(request), { reply: subscription.getSubject() });
  });
}
