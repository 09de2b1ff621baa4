import { describe, expect, it } from '@jest/globals';
import type { WebhookEndpointUpdate } from '@vedette/contract';
import { changeEndpoint, type EndpointFields, type Switching } from './endpoint-change.ts';

const enabled: EndpointFields = {
  url: 'https://example.com/',
  description: 'ours',
  eventTypes: ['monitor.down', 'monitor.up'],
  disabledReason: null,
};
const gone: EndpointFields = { ...enabled, disabledReason: 'GONE' };

interface Row {
  name: string;
  from?: EndpointFields;
  update: WebhookEndpointUpdate;
  to?: Partial<EndpointFields>;
  isChange?: boolean;
  switching?: Switching;
  forgetsFailures?: boolean;
}

describe('an update of an endpoint', () => {
  const rows: Row[] = [
    { name: 'without fields changes nothing', update: {}, isChange: false },
    {
      name: 'with the same values changes nothing',
      update: { url: enabled.url, description: 'ours', eventTypes: ['monitor.down', 'monitor.up'], enabled: true },
      isChange: false,
    },
    { name: 'sets a description', update: { description: 'theirs' }, to: { description: 'theirs' } },
    { name: 'clears a description', update: { description: null }, to: { description: null } },
    { name: 'replaces the subscriptions', update: { eventTypes: ['*'] }, to: { eventTypes: ['*'] } },
    {
      name: 'points it elsewhere, where it starts without failures',
      update: { url: 'https://other.example/' },
      to: { url: 'https://other.example/' },
      forgetsFailures: true,
    },
    { name: 'disables it', update: { enabled: false }, to: { disabledReason: 'MANUAL' }, switching: 'disables' },
    {
      name: 'enables it, and it starts without failures',
      from: gone,
      update: { enabled: true },
      to: { disabledReason: null },
      switching: 'enables',
      forgetsFailures: true,
    },
    {
      name: 'keeps the reason of one that is disabled already',
      from: gone,
      update: { enabled: false },
      isChange: false,
    },
    {
      name: 'keeps the reason when it changes something else',
      from: gone,
      update: { description: null },
      to: { description: null },
    },
  ];
  it.each(rows)('$name', (row) => {
    const { from = enabled, update, to = {}, isChange = true, switching = 'none', forgetsFailures = false } = row;
    expect(changeEndpoint(from, update)).toEqual({ fields: { ...from, ...to }, isChange, switching, forgetsFailures });
  });
});
