// Decides what the answers of services say about Redis, the clocks and the way out, which the command line cannot try.
import type { RollCallAnswer } from '@vedette/contract';
import type { ClockReading } from './clock.ts';
import { fine, notice, wrong, type Finding } from './finding.ts';
import { trustedWorkers } from './roll-call-findings.ts';

/** An answer with the time, by our clock, at which the question left and the answer was here. */
export interface HeardAnswer extends RollCallAnswer {
  readonly askedAt: number;
  readonly answeredAt: number;
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
