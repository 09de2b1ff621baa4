import { Type, type Static } from 'typebox';
import { choice, nullable, timestamp } from '../schema.ts';
import { otherFault, type Fault } from '../faults/fault.ts';
import { attemptSchema } from './incident.ts';
import type { MonitorType } from './monitor.ts';

export const monitorTestSchema = Type.Object(
  {
    state: choice(
      ['UP', 'DEGRADED', 'DOWN'],
      'The state in which a new monitor would be after this check. One slow check is DEGRADED only if `degradedSamples` is 1.',
    ),
    cause: nullable(Type.String({ description: 'Why it would be DOWN, in one sentence a person acts on.' })),
    responseMs: nullable(
      Type.Integer({ description: 'The latency; null when the check failed, and for DOMAIN monitors.' }),
    ),
    certExpiresAt: nullable(timestamp('When the certificate that the check saw expires.')),
    domainExpiresAt: nullable(timestamp('When the registration that a check of a DOMAIN found expires.')),
    dnsAnswer: nullable(Type.Array(Type.String(), { description: 'The records that a DNS check found, sorted.' })),
    attempts: Type.Array(attemptSchema, {
      description: 'The attempts of the check, oldest first: one, and a second that confirms a failure.',
    }),
  },
  { title: 'MonitorTest', description: 'What one check of a monitor found that is not stored.' },
);

export type MonitorTest = Static<typeof monitorTestSchema>;

/** A cron job cannot be tested, because it is not checked. */
export function monitorTestFaults({ type }: { type?: MonitorType }): Fault[] {
  if (type !== 'CRON') return [];
  return [otherFault(['type'], 'must not be CRON: a cron job pings us, so that there is nothing to check')];
}
