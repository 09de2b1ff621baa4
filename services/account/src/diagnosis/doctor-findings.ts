// Decides what is right and wrong with the console's address and, by the answers of services, with Redis, the clocks and
// the way out, which the command line cannot try itself.
import type { RollCallAnswer } from '@vedette/contract';
import { isLoopbackName } from '@vedette/contract/loopback-name';
import { fine, notice, wrong, type Finding } from './finding.ts';
import { trustedWorkers } from './roll-call-findings.ts';

/** Sessions, links and leases are judged by the clocks of several machines, in steps of seconds. */
const MOST_APART_MS = 2_000;

export interface ClockReading {
  readonly whose: string;
  /** Our clock when the question left and when the answer was here. */
  readonly askedAt: number;
  readonly answeredAt: number;
  readonly theirs: number;
}

/** An answer with the time, by our clock, at which the question left and the answer was here. */
export interface HeardAnswer extends RollCallAnswer {
  readonly askedAt: number;
  readonly answeredAt: number;
}

export function consoleAddressFinding(url: string): Finding {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || isLoopbackName(hostname)) return fine('console', `people sign in at ${url}`);
  return wrong(
    'console',
    `nobody can sign in at ${url}: a session is not safe over plain http`,
    'Set CONSOLE_PUBLIC_URL to an address with https, or to one on localhost.',
  );
}

/** Only gateways use Redis. */
export function redisFinding(answers: readonly RollCallAnswer[]): Finding {
  const gateways = answers.filter(({ service }) => service === 'gateway');
  if (gateways.length === 0) return notice('Redis', 'no gateway answers that could tell', 'Start the gateway.');
  const isAway = gateways.some(({ measures }) =>
    measures.some(({ gauge, value }) => gauge === 'rate_limit_fallback' && value === 1),
  );
  return isAway
    ? wrong('Redis', 'a gateway cannot reach it', 'Start Redis, or correct REDIS_URL of the gateway.')
    : fine('Redis', 'the gateways count requests in it');
}

/** Checks leave from the workers. */
export function outboundFinding(answers: readonly RollCallAnswer[]): Finding {
  const count = trustedWorkers(answers);
  if (count === null) return notice('outbound', 'no monitor service answers that could tell', 'Start it.');
  if (count === 0) {
    return wrong(
      'outbound',
      'no worker trusts its network',
      'Look at CHECK_CANARY_URLS and at the way out of workers.',
    );
  }
  return count === 1
    ? notice('outbound', 'one worker trusts its network', 'Run two or more: one alone can only repeat its own check.')
    : fine('outbound', `${count} workers trust their network`);
}

export function clocksOf(answers: readonly HeardAnswer[]): ClockReading[] {
  return answers.map(({ service, replica, at, askedAt, answeredAt }) => ({
    whose: `${service} (${replica})`,
    askedAt,
    answeredAt,
    theirs: Date.parse(at),
  }));
}

export function clockFinding(readings: readonly ClockReading[]): Finding {
  const about = 'clock';
  const off = readings
    .map((reading) => ({ whose: reading.whose, apartMs: apartMs(reading) }))
    .filter(({ apartMs: each }) => Math.abs(each) > MOST_APART_MS);
  if (off.length === 0) return fine(about, `the clocks of ${readings.length} processes agree with this one`);
  const named = off.map(({ whose, apartMs: each }) => `${whose} is ${seconds(each)} ${each > 0 ? 'ahead' : 'behind'}`);
  return wrong(
    about,
    named.join(', '),
    'Let every machine keep its clock by NTP (chrony, systemd-timesyncd): links, sessions and checks depend on it.',
  );
}

/** How far their clock is outside of the time in which they answered; 0 if it is inside. */
function apartMs({ askedAt, answeredAt, theirs }: ClockReading): number {
  if (theirs < askedAt) return theirs - askedAt;
  return theirs > answeredAt ? theirs - answeredAt : 0;
}

function seconds(ms: number): string {
  return `${Math.round(Math.abs(ms) / 100) / 10} s`;
}
