import { describe, expect, it } from '@jest/globals';
import { detailsOf } from '../faults/fault.ts';
import { webhookEndpointFaults } from './webhook-endpoint-fields.ts';

type Endpoint = Parameters<typeof webhookEndpointFaults>[0];

describe('webhookEndpointFaults', () => {
  it.each<{ name: string; endpoint: Endpoint; paths: string[] }>([
    { name: 'nothing', endpoint: {}, paths: [] },
    { name: 'everything', endpoint: { eventTypes: ['*'] }, paths: [] },
    { name: 'some', endpoint: { eventTypes: ['incident.opened', 'monitor.up'] }, paths: [] },
    { name: 'everything and some', endpoint: { eventTypes: ['incident.opened', '*'] }, paths: ['eventTypes'] },
  ])('$name: $paths', ({ endpoint, paths }) => {
    expect(detailsOf(webhookEndpointFaults(endpoint)).map(({ path }) => path)).toEqual(paths);
  });
});
