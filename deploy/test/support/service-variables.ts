import { ConfigError, readConfig, type Declaration } from '@vedette/configuration';
import type { ServiceName } from '@vedette/local-stores';
import { declaration as checkerWorker } from '@vedette/checker-worker/config';
import { declaration as gateway } from '@vedette/gateway/config';
import { declaration as incident } from '@vedette/incident/config';
import { declaration as monitor } from '@vedette/monitor/config';
import { declaration as statusPage } from '@vedette/status-page/config';
import { declaration as webhookDispatcher } from '@vedette/webhook-dispatcher/config';

/** The environment of every service, as the service itself declares it. */
export const declarations: Readonly<Record<ServiceName, Declaration>> = {
  gateway,
  monitor,
  'checker-worker': checkerWorker,
  incident,
  'status-page': statusPage,
  'webhook-dispatcher': webhookDispatcher,
};

/** What Node itself reads. */
const OF_THE_RUNTIME = new Set(['NODE_ENV', 'NODE_OPTIONS']);

export type Variables = Readonly<Record<string, string>>;

/** Everything that is wrong with an environment: unknown variables, missing ones, values that do not fit. */
export function environmentFaults(service: ServiceName, variables: Variables): string[] {
  const declaration = declarations[service];
  const known = new Set(Object.values(declaration).map(({ name }) => name));
  const unknown = Object.keys(variables).filter((name) => !known.has(name) && !OF_THE_RUNTIME.has(name));
  return [...unknown.map((name) => `${name} is not known to ${service}`), ...readingFaults(declaration, variables)];
}

function readingFaults(declaration: Declaration, variables: Variables): readonly string[] {
  try {
    readConfig(declaration, variables);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

/** Those whose values must not stand in a manifest. */
export function secretVariables(service: ServiceName): string[] {
  return Object.values(declarations[service])
    .filter(({ secret }) => secret)
    .map(({ name }) => name);
}
