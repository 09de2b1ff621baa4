import type { Alert, DigestAlert, TestAlert } from './alert-channel.ts';
import { alertMessage, type OutageNews } from '../messages/alert-message.ts';
import { newsMessage, type AlertNews } from '../messages/news-message.ts';
import { stormMessage } from '../messages/storm-message.ts';
import { testMessage } from '../messages/test-message.ts';

const nothing = { dns: null, connect: null, tls: null, firstByte: null, total: null };

export interface SampleOptions {
  readonly kind?: Alert['kind'];
  readonly number?: number;
  readonly name?: string;
  readonly cause?: string;
  /** How many failed attempts there are, each with the cause as its error. */
  readonly attempts?: number;
  readonly runbookUrl?: string;
  readonly contact: Alert['contact'];
}

/** An alert as channels get it, for the tables of the channels. */
export function sampleAlert(options: SampleOptions): Alert {
  const { kind = 'OPENED', number = 0, name = 'Shop', cause = 'Expected status 200, got 503', attempts = 1 } = options;
  const isOver = kind === 'RESOLVED';
  const startedAt = '2026-11-15T10:00:03.250Z';
  const news: OutageNews = {
    subject: 'INCIDENT',
    kind,
    organizationId: 'org_1',
    resolution: isOver ? 'RECOVERED' : null,
    target: 'https://shop.example/health',
    recentOutages: 1,
    unreached: null,
    changes: [],
    runbookUrl: options.runbookUrl ?? null,
    acknowledgeUrl: ACKNOWLEDGE_URL,
    incident: {
      id: 'inc_1',
      monitor: { id: 'mon_1', name, type: 'HTTP' },
      startedAt,
      resolvedAt: isOver ? '2026-11-15T10:05:06.250Z' : null,
      durationSec: isOver ? 303 : null,
      cause,
      acknowledged: kind === 'ACKNOWLEDGED',
      acknowledgedAt: null,
      maintenance: false,
      evidence: Array.from({ length: attempts }, (_, index) => ({
        checkedAt: startedAt,
        worker: `worker-${index}`,
        region: 'eu',
        error: cause,
        statusCode: null,
        responseMs: null,
        phases: nothing,
      })),
    },
  };
  return {
    aboutId: 'inc_1',
    contactId: 'ac_1',
    kind,
    number,
    openedIn: null,
    decidedAt: new Date('2026-11-15T10:00:04.000Z'),
    contact: options.contact,
    news,
    message: alertMessage(news, 'https://console.example'),
  };
}

/** Alerts about the other subjects. */
export function sampleNews(
  contact: Alert['contact'],
  subject: 'DEGRADED' | 'EXPIRY',
  kind: Alert['kind'] = 'OPENED',
): Alert {
  const monitor = { id: 'mon_1', name: 'Shop', type: 'HTTP' } as const;
  const common = { kind, organizationId: 'org_1', monitor, target: 'https://shop.example/health', runbookUrl: null };
  const endedAt = kind === 'RESOLVED' ? '2026-11-15T10:10:03.250Z' : null;
  const news: AlertNews =
    subject === 'EXPIRY'
      ? { ...common, subject, expiresAt: '2026-11-29T10:00:00.000Z', days: 14 }
      : {
          ...common,
          subject,
          startedAt: '2026-11-15T10:00:03.250Z',
          endedAt,
          endedBy: endedAt && 'RECOVERED',
          cause: 'A check took 801 ms, which is above 500 ms',
        };
  const decidedAt = new Date('2026-11-15T10:00:04.000Z');
  return {
    aboutId: 'sub_1',
    contactId: 'ac_1',
    kind,
    number: subject === 'EXPIRY' ? 14 : 0,
    openedIn: null,
    decidedAt,
    contact,
    news,
    message: newsMessage(news, 'https://console.example', decidedAt),
  };
}

export function sampleTest(contact: Alert['contact']): TestAlert {
  const about = { organizationId: 'org_1', contactId: 'ac_1', contact: 'On call' };
  return {
    kind: 'TEST',
    id: 'at_1',
    contactId: 'ac_1',
    decidedAt: new Date('2026-11-15T10:00:04.000Z'),
    contact,
    message: testMessage('https://console.example', about),
  };
}

interface DigestSample {
  readonly name?: string;
  readonly cause?: string;
  readonly runbookUrl?: string | null;
}

/** A message about so many outages. */
export function sampleDigest(
  contact: Alert['contact'],
  count: number,
  { name = 'Shop', cause = 'Refused', runbookUrl = null }: DigestSample = {},
): DigestAlert {
  const news = Array.from({ length: count }, (_, index) => ({
    subject: 'INCIDENT' as const,
    aboutId: `inc_${index + 1}`,
    kinds: ['OPENED' as const],
    monitor: { id: `mon_${index + 1}`, name: `${name} ${index + 1}`, type: 'HTTP' as const },
    at: '2026-11-15T10:00:03.250Z',
    endedAt: null,
    endedBy: null,
    isAcknowledged: false,
    cause,
    unreached: null,
    acknowledgeUrl: ACKNOWLEDGE_URL,
    runbookUrl,
  }));
  const message = stormMessage(news, 'https://console.example', 'org_1');
  return { kind: 'DIGEST', id: 'ad_1', follows: null, contact, message };
}

/** Everything as long as it can be, and in characters that take the most bytes. */
export const LONGEST = {
  name: '😀'.repeat(120),
  cause: '😀'.repeat(1_000),
  attempts: 50,
  runbookUrl: `https://wiki.example/${'r'.repeat(479)}`,
} as const;

export const RUNBOOK_URL = 'https://wiki.example/runbooks/shop';
export const MONITOR_URL = 'https://console.example/console/o/org_1/monitors/mon_1';
export const INCIDENT_URL = 'https://console.example/console/o/org_1/incidents/inc_1';
export const ACKNOWLEDGE_URL = `https://console.example/console/ack#${'t'.repeat(120)}`;
