import { ConfigError, readConfig, type Declaration } from '@vedette/configuration';
import { SERVICES, type ServiceName } from '@vedette/local-stores';
import { inRepository } from '@vedette/test-kit';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** The environment of every service, as the service itself declares it. */
export const declarations = Object.fromEntries(
  await Promise.all(SERVICES.map(async (service) => [service, await declarationOf(service)] as const)),
) as Readonly<Record<ServiceName, Declaration>>;

/** The package of the service is asked for the path, so that a new service needs no import here. */
async function declarationOf(service: ServiceName): Promise<Declaration> {
  const ownPackage = createRequire(inRepository(`services/${service}/package.json`));
  const path = ownPackage.resolve(`@vedette/${service}/config`);
  const { declaration } = (await import(pathToFileURL(path).href)) as { readonly declaration: Declaration };
  return declaration;
}

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

/** The secret variables that an operator may leave out. */
export function optionalSecretVariables(service: ServiceName): string[] {
  return Object.values(declarations[service])
    .filter(({ secret, required }) => secret && !required)
    .map(({ name }) => name);
}
