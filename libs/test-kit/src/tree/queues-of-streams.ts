import type { Queue } from './queues.ts';

const ENOUGH = { none: 'a fact never waits in the stream: relays send no more than its consumers hold' } as const;
const EVENTS_HELD = 'event-consumer.ts: ROOM';
const WAITING_BEFORE = 'a relay sends on while fewer than 1,024 wait before each consumer';

/** By the name of the stream; every stream of the contract is here. */
export const STREAM_QUEUES: Readonly<Record<string, Pick<Queue, 'holds' | 'turns' | 'bound' | 'by'>>> = {
  URGENT: {
    holds: 'events that somebody waits for',
    turns: ENOUGH,
    bound: WAITING_BEFORE,
    by: ['messaging/unsettled.ts: MOST_UNSETTLED'],
  },
  EVENTS: { holds: 'events', turns: ENOUGH, bound: WAITING_BEFORE, by: ['messaging/unsettled.ts: MOST_UNSETTLED'] },
  AUDIT: {
    holds: 'lines of the audit log',
    turns: ENOUGH,
    bound: WAITING_BEFORE,
    by: ['messaging/unsettled.ts: MOST_UNSETTLED'],
  },
  CHECKS: {
    holds: 'due checks',
    turns: { none: 'the schedule hands out no more than workers have places for, and organizations take turns there' },
    bound: 'a small buffer beyond the free places of workers',
    by: ['contract/streams.ts: MAX_PAYLOAD_BYTES'],
  },
  RESULTS: {
    holds: 'results of checks',
    turns: { none: 'only checks that had a place have a result, and hundreds are applied by one statement' },
    bound: 'as many as there are checks under way, or since PostgreSQL has been away',
    by: ['contract/streams.ts: DAY_MS'],
  },
};

type Consumer = Pick<Queue, 'file' | 'turns' | 'bound' | 'by'>;

const events = (file: string): Consumer => ({
  file,
  turns: 'organizations',
  bound: 'each replica holds 2,048 events or 16 MB',
  by: [`messaging/${EVENTS_HELD}`, 'messaging/event-consumer.ts: ROOM_BYTES'],
});

const jobs: Consumer = {
  file: 'services/checker-worker/src/jobs/lane-puller.ts',
  turns: 'organizations',
  bound: 'a worker pulls as many as it has places for',
  by: ['capacity.ts: MAX_MESSAGES_AT_ONCE', 'lane-puller.ts: MAX_ACK_PENDING'],
};

/** By the name of the consumer in `libs/contract/src/streams.ts`; each is one lane. Every consumer is here. */
export const CONSUMER_QUEUES: Readonly<Record<string, Consumer>> = {
  fastJobs: jobs,
  slowJobs: jobs,
  results: {
    file: 'services/monitor/src/results/result-consumer.ts',
    turns: { none: 'all that wait are applied by one statement' },
    bound: 'each replica holds 200 messages',
    by: ['result-consumer.ts: ROOM', 'result-consumer.ts: MAX_ACK_PENDING'],
  },
  urgentOutages: events('services/incident/src/outages/event-consumers.ts'),
  outages: events('services/incident/src/outages/event-consumers.ts'),
  urgentMaintenance: events('services/incident/src/outages/event-consumers.ts'),
  maintenance: events('services/incident/src/outages/event-consumers.ts'),
  urgentMonitorCopies: events('services/status-page/src/monitors/monitor-copy.controller.ts'),
  monitorCopies: events('services/status-page/src/monitors/monitor-copy.controller.ts'),
  urgentDeliveries: events('services/webhook-dispatcher/src/events/event-fan-out.ts'),
  deliveries: events('services/webhook-dispatcher/src/events/event-fan-out.ts'),
  auditLines: events('services/account/src/audit/audit-intake.ts'),
};
