import { describe, expect, it } from '@jest/globals';
import { SERVICES } from '@vedette/local-stores';
import { globSync, readFileSync } from 'node:fs';
import { inRepository } from './repository.ts';

const outside = globSync('{e2e,deploy,k8s}/**/*.ts', {
  cwd: inRepository(''),
  exclude: (path) => /(?:^|\/)(?:node_modules|dist)$/.test(path),
});

const read = (path: string): string => readFileSync(inRepository(path), 'utf8');

function importsOf(source: string): string[] {
  return [...source.matchAll(/\b(?:from|import)\s*\(?\s*['"`]([^'"`]+)['"`]/g)].map((match) => match[1] ?? '');
}

describe('code outside of the services', () => {
  it('is found', () => {
    expect(outside.length).toBeGreaterThan(100);
  });

  it.each(outside)('%s imports nothing from inside a service', (file) => {
    expect(importsOf(read(file)).filter((name) => name.includes('services/'))).toEqual([]);
  });
});

describe.each(SERVICES)('the package of %s', (service) => {
  const { exports } = JSON.parse(read(`services/${service}/package.json`)) as {
    exports: Record<string, { source: string }>;
  };

  it.each(Object.values(exports))('shows only its configuration and rules: $source', ({ source }) => {
    const isRule = read(`services/${service}/${source}`).startsWith('// Decides ');
    expect(isRule || source === './src/config.ts').toBe(true);
  });
});
