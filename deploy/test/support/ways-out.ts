import { SERVICES, type ServiceName } from '@vedette/local-stores';
import { inRepository } from '@vedette/test-kit';
import { existsSync, readFileSync } from 'node:fs';
import { declarations } from './service-variables.ts';

/** Libs that open connections to the outside. */
const WAYS_OUT = new Set(['libs/outbound', 'libs/mail']);

/** Services that open connections to the outside: they depend on such a lib, directly or through other libs. */
export const REACHING_OUT = SERVICES.filter((service) => dependsOnWayOut(`services/${service}`)).toSorted();

/** The same without status-page, which fetches logos only if the operator wants them. */
export const REACHING_OUT_BY_DEFAULT = REACHING_OUT.filter((service) => service !== 'status-page');

/** Services that can be told to reach private addresses. */
export const REACHING_PRIVATE_TARGETS = SERVICES.filter(hasPrivateTargets).toSorted();

function dependsOnWayOut(directory: string): boolean {
  if (WAYS_OUT.has(directory)) return true;
  const path = inRepository(`${directory}/package.json`);
  const { dependencies = {} } = JSON.parse(readFileSync(path, 'utf8')) as { dependencies?: Record<string, string> };
  const libs = Object.keys(dependencies).map((name) => name.replace(/^@vedette\//, 'libs/'));
  return libs.some((lib) => existsSync(inRepository(`${lib}/package.json`)) && dependsOnWayOut(lib));
}

function hasPrivateTargets(service: ServiceName): boolean {
  return Object.values(declarations[service]).some(({ name }) => name.endsWith('_ALLOW_PRIVATE_TARGETS'));
}
