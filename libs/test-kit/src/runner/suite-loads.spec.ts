import { describe, expect, it } from '@jest/globals';
import { globSync } from 'node:fs';
import { inRepository } from '../repository.ts';
import { loadOf, LOADS } from './suite-loads.ts';

describe('the expected load of suites', () => {
  it('is that of suites that are there', () => {
    const suites = globSync('{libs,services,deploy,e2e,k8s}/**/*spec.ts', {
      cwd: inRepository(''),
      exclude: (path) => path.endsWith('node_modules'),
    });
    const known = new Set(suites.map((path) => path.split('.', 1).join()));
    expect([...LOADS.keys()].filter((name) => !known.has(name))).toEqual([]);
  });

  it('is known by the whole name of a suite', () => {
    expect(loadOf('e2e/status-page.e2e-spec.ts')).toEqual(LOADS.get('e2e/status-page'));
    expect(loadOf('e2e/status-page-live.e2e-spec.ts')).toEqual(LOADS.get('e2e/status-page-live'));
    expect(loadOf('e2e/routing.e2e-spec.ts')).toEqual({ seconds: 5, places: 0 });
    expect(loadOf('services/account/test/keys.int-spec.ts')).toEqual({ seconds: 5, places: 3 });
    expect(loadOf('services/account/test/key.repository.int-spec.ts')).toEqual({ seconds: 5, places: 3 });
  });
});
