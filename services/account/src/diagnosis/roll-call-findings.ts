// Decides which services run, what is late and what is wrong, from the answers to a roll call.
import type { RollCallAnswer } from '@vedette/contract';
import { wrong, type Finding } from './finding.ts';
import { findingOf } from './limits.ts';

export interface ServiceLine {
  readonly service: string;
  readonly replicas: number;
  readonly ready: number;
  /** The start of the newest replica; null if there is none. */
  readonly since: string | null;
}

export interface Overview {
  readonly services: readonly ServiceLine[];
  readonly findings: readonly Finding[];
}

/** `expected` names every service that must run. */
export function overviewOf(expected: readonly string[], answers: readonly RollCallAnswer[]): Overview {
  const services = expected.map((service) => lineOf(service, answers));
  const findings = [
    ...services.flatMap(({ service, replicas }) => (replicas === 0 ? [absent(service)] : [])),
    ...answers.flatMap(unready),
    ...workerFindings(answers),
    ...answers.flatMap(({ service, measures }) => measures.flatMap((measure) => findingOf(measure, service) ?? [])),
  ];
  return { services, findings: withoutRepetitions(findings) };
}

function lineOf(service: string, answers: readonly RollCallAnswer[]): ServiceLine {
  const own = answers.filter((answer) => answer.service === service);
  return {
    service,
    replicas: own.length,
    ready: own.filter(({ reasons }) => reasons.length === 0).length,
    since:
      own
        .map(({ startedAt }) => startedAt)
        .toSorted()
        .at(-1) ?? null,
  };
}

function absent(service: string): Finding {
  return wrong(service, `no replica of ${service} answers`, 'Start it; its log says why it stopped.');
}

function unready({ service, replica, reasons }: RollCallAnswer): Finding[] {
  return reasons.map((reason) =>
    wrong(service, `${service} (${replica}) is not ready: ${reason}`, 'vedette doctor tries the stores that it needs.'),
  );
}

/** The monitor service hears the workers of every region; a worker says of itself whether it trusts its network. */
function workerFindings(answers: readonly RollCallAnswer[]): Finding[] {
  const distrusted = answers
    .filter(({ measures }) => measures.some(({ gauge, value }) => gauge === 'worker_trusted' && value === 0))
    .map(({ service, replica }) =>
      wrong(
        service,
        `the worker ${replica} does not trust its own network`,
        'Look at what it can reach: its canaries (CHECK_CANARY_URLS), its name servers and the way out.',
      ),
    );
  const heard = trustedWorkers(answers);
  if (heard !== 0) return distrusted;
  const advice = 'Start workers, or mend their network: until then nothing is checked.';
  return [...distrusted, wrong('checker-worker', 'no worker trusts its own network', advice)];
}

/** Null if no monitor service says. */
export function trustedWorkers(answers: readonly RollCallAnswer[]): number | null {
  const monitors = answers.filter(({ service }) => service === 'monitor');
  if (monitors.length === 0) return null;
  const counts = monitors.map(({ measures }) =>
    measures.reduce((sum, { gauge, value }) => sum + (gauge === 'workers' ? (value ?? 0) : 0), 0),
  );
  return Math.max(...counts);
}

/** Replicas of a service report the same backlog. */
function withoutRepetitions(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [`${finding.about} ${finding.found}`, finding])).values()];
}
