import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { inRepository } from '../repository.ts';

const THE_FUNCTION = 'libs/messaging/src/streams/ensure-consumer.ts';

describe('the durable consumers of services', () => {
  it('are created, changed and deleted in one place, which compares them with their stream', () => {
    const makers = globSync('{services,libs}/*/src/**/*.ts', { cwd: inRepository('') })
      .filter((file) => !file.endsWith('.spec.ts') && !file.startsWith('libs/test-kit/'))
      .filter((file) => /\bconsumers\.(?:add|update|delete)\(/.test(readFileSync(inRepository(file), 'utf8')));
    expect(makers).toEqual([THE_FUNCTION]);
  });
});
