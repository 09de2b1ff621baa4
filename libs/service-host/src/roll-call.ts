import { REPORTED_GAUGES, subjects, type Measure, type RollCallAnswer } from '@vedette/contract';
import type { NatsLink } from '@vedette/messaging';
import type { Logger, Metrics } from '@vedette/telemetry';
import { hostname } from 'node:os';
import type { InternalServer } from './internal-server.ts';

export interface RollCallParts {
  readonly name: string;
  readonly link: NatsLink;
  readonly logger: Pick<Logger, 'warn'>;
  readonly metrics: Metrics;
  readonly internalServer: InternalServer;
}

/** Answers the operator who asks every process of the system how it is. */
export function answerRollCalls(parts: RollCallParts): void {
  const { link, logger } = parts;
  if (!link.answersRequests) return;
  const startedAt = new Date().toISOString();
  link.subscribe(subjects.rollCall, (message) => {
    answerOf(parts, startedAt).then(
      (answer) => message.respond(JSON.stringify(answer)),
      (error: unknown) => logger.warn({ error }, 'a roll call was not answered'),
    );
  });
}

async function answerOf(parts: RollCallParts, startedAt: string): Promise<RollCallAnswer> {
  const { name, metrics, internalServer } = parts;
  const at = new Date().toISOString();
  const [reasons, measures] = await Promise.all([internalServer.reasonsNotReady(), measuresOf(metrics)]);
  return { service: name, replica: `${hostname()}/${process.pid}`, startedAt, at, reasons, measures };
}

async function measuresOf({ registry }: Metrics): Promise<Measure[]> {
  const measured = await Promise.all(
    REPORTED_GAUGES.map(async (gauge) => {
      const found = await registry.getSingleMetric(`vedette_${gauge}`)?.get();
      return (found?.values ?? []).map(({ labels, value }): Measure => ({
        gauge,
        labels: Object.fromEntries(Object.entries(labels).map(([label, text]) => [label, String(text)])),
        // JSON has no NaN, which a gauge has if it could not be observed.
        value: Number.isFinite(value) ? value : null,
      }));
    }),
  );
  return measured.flat();
}
