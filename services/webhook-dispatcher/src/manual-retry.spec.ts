import { describe, expect, it } from '@jest/globals';
import type { EndpointDisabledReason } from '@vedette/contract';
import { decideRetry } from './manual-retry.ts';

interface Row {
  name: string;
  isInFlight: boolean;
  endpoint: { disabledReason: EndpointDisabledReason | null } | undefined;
  refusal: string | undefined;
}

const enabled = { disabledReason: null };

describe('a retry by hand', () => {
  const rows: Row[] = [
    { name: 'is made', isInFlight: false, endpoint: enabled, refusal: undefined },
    { name: 'waits for an attempt in flight', isInFlight: true, endpoint: enabled, refusal: 'in flight' },
    { name: 'needs an endpoint', isInFlight: false, endpoint: undefined, refusal: 'is deleted' },
    {
      name: 'is not for one disabled by hand',
      isInFlight: false,
      endpoint: { disabledReason: 'MANUAL' },
      refusal: 'is disabled',
    },
    {
      name: 'nor for one that is gone',
      isInFlight: false,
      endpoint: { disabledReason: 'GONE' },
      refusal: 'is disabled',
    },
    {
      name: 'nor for one that failed',
      isInFlight: true,
      endpoint: { disabledReason: 'FAILING' },
      refusal: 'is disabled',
    },
  ];
  it.each(rows)('$name', ({ isInFlight, endpoint, refusal }) => {
    const decision = decideRetry(isInFlight, endpoint);
    expect(decision).toEqual(
      refusal === undefined
        ? { kind: 'retry', endpoint }
        : { kind: 'refuse', message: expect.stringContaining(refusal) },
    );
  });
});
