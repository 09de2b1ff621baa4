import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { inRepository } from '../repository.ts';

const THE_LISTENER = 'libs/service-host/src/http/http-listener.ts';

describe('HTTP listeners of services', () => {
  it('are all made in one place, which knows the limits', () => {
    const makers = globSync('{services,libs}/*/src/**/*.ts', { cwd: inRepository('') })
      .filter((file) => !file.endsWith('.spec.ts') && !file.startsWith('libs/test-kit/'))
      .filter((file) => {
        const source = readFileSync(inRepository(file), 'utf8');
        return /from 'node:(?:https?|http2)'/.test(source) && /\bcreateServer\b|\bcreateSecureServer\b/.test(source);
      });
    expect(makers).toEqual([THE_LISTENER]);
  });
});
