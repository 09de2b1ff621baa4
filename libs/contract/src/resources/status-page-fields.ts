// Decides what the fields of a status page must look like beyond their lengths.

import { hasCredentials, isHttpUrl, isHostName } from '../values/host-name.ts';
import type { WellFormed } from '../operation.ts';
import type { StatusPageUpdate } from './status-page.ts';
import type { Fault } from '../faults/fault.ts';
import { isTimeZone } from '../values/time-zone.ts';

export function statusPageFaults(page: WellFormed<StatusPageUpdate>): Fault[] {
  const { customDomain, logoUrl, timezone, components = [] } = page;
  const faults: Fault[] = [];
  if (typeof customDomain === 'string' && !isHostName(customDomain)) {
    faults.push({ path: ['customDomain'], reason: { tag: 'form', form: 'host-name' } });
  }
  if (typeof logoUrl === 'string' && !(/^https:/i.test(logoUrl) && isHttpUrl(logoUrl) && !hasCredentials(logoUrl))) {
    faults.push({ path: ['logoUrl'], reason: { tag: 'form', form: 'https-url-without-credentials' } });
  }
  if (timezone !== undefined && !isTimeZone(timezone)) {
    faults.push({ path: ['timezone'], reason: { tag: 'form', form: 'time-zone' } });
  }
  const places = new Map<string, number>();
  for (const [index, component] of components.entries()) {
    const monitorId = component?.monitorId;
    if (monitorId === undefined) continue;
    const first = places.get(monitorId);
    if (first === undefined) places.set(monitorId, index);
    else {
      const path = ['components', String(index), 'monitorId'];
      faults.push({ path, reason: { tag: 'repeats', path: `components.${String(first)}.monitorId` } });
    }
  }
  return faults;
}
