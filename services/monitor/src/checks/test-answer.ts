// Decides what the test of a monitor that is not stored answers: the state after one check, and what the check found.

import type { CheckOutcome, MonitorTest } from '@vedette/contract';
import { findingOf } from '../results/result-application.ts';
import { judge, type StateRule } from '../states/monitor-state.ts';

export function testAnswer(rule: StateRule, outcome: CheckOutcome, now: Date): MonitorTest {
  const finding = findingOf(rule, { samples: [], certExpiresAt: null }, outcome);
  const judgement = judge(rule, finding, now);
  return {
    state: judgement.state,
    cause: judgement.state === 'DOWN' ? judgement.cause : null,
    responseMs: outcome.responseMs,
    certExpiresAt: finding.certExpiresAt?.toISOString() ?? null,
    domainExpiresAt: finding.registration?.expiresAt.toISOString() ?? null,
    dnsAnswer: outcome.observation.dnsAnswer,
    attempts: outcome.attempts,
  };
}
