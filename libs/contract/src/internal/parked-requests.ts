import type { ServiceName } from '../subject.ts';
import { internalRequest, type InternalRequest } from './internal-request.ts';

/** A message that a service could not process, or a fact that it could not send, because of its data. */
export interface ParkedMessage {
  /** The consumer that could not process it; `outbox` for a fact that could not be sent. */
  consumer: string;
  messageId: string;
  subject: string;
  bytes: number;
  error: string;
  deliveries: number;
  parkedAt: string;
}

/** The outcome of a replay; `error` is null when the message had its effect. */
export interface ReplayOutcome {
  consumer: string;
  messageId: string;
  error: string | null;
}

/** The services that park messages, each with the requests by which an operator finds and replays them. */
export const parkedRequests = {
  account: parkedRequestsOf('account'),
  monitor: parkedRequestsOf('monitor'),
  incident: parkedRequestsOf('incident'),
  'status-page': parkedRequestsOf('status-page'),
  'webhook-dispatcher': parkedRequestsOf('webhook-dispatcher'),
} as const satisfies Partial<Record<ServiceName, ParkedRequests>>;

export type ParkingService = keyof typeof parkedRequests;

export interface ParkedRequests {
  /** The oldest 100. */
  readonly list: InternalRequest<Record<string, never>, { messages: ParkedMessage[] }>;
  /** Gives the message with this id, or the oldest 100, back to their consumers; each has its effect once. */
  readonly replay: InternalRequest<{ messageId: string | null }, { outcomes: ReplayOutcome[] }>;
}

function parkedRequestsOf(service: ServiceName): ParkedRequests {
  return {
    list: internalRequest(service, 'listParked', ['account']),
    replay: { ...internalRequest(service, 'replayParked', ['account']), deadlineMs: 60_000 },
  };
}
