import { describe, expect, it } from '@jest/globals';
import { throwIfOurs } from './own-fault.ts';

describe('throwIfOurs', () => {
  it.each(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'])('does not blame the target for %s', (code) => {
    expect(() => throwIfOurs({ code, message: 'no socket' })).toThrow(`out of resources (${code}): no socket`);
  });

  it.each(['ECONNREFUSED', 'EHOSTUNREACH', 'ETIMEDOUT', 'CERT_HAS_EXPIRED', null])('lets %p be a failure', (code) => {
    expect(() => throwIfOurs({ code, message: '' })).not.toThrow();
  });
});
