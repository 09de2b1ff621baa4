// Decides what the fields of a status page must look like beyond their lengths.

import type { Detail } from '../errors.ts';
import { hasCredentials, isHttpUrl, isHostName } from '../values/host-name.ts';
import type { WellFormed } from '../operation.ts';
import type { StatusPageUpdate } from './status-page.ts';
import { isTimeZone, TIME_ZONE_RULE } from '../values/time-zone.ts';

export function statusPageFaults(page: WellFormed<StatusPageUpdate>): Detail[] {
  const { customDomain, logoUrl, timezone, components = [] } = page;
  const faults: Detail[] = [];
  if (typeof customDomain === 'string' && !isHostName(customDomain)) {
    faults.push({ path: 'customDomain', message: 'customDomain must be a host name' });
  }
  if (typeof logoUrl === 'string' && !(/^https:/i.test(logoUrl) && isHttpUrl(logoUrl) && !hasCredentials(logoUrl))) {
    faults.push({ path: 'logoUrl', message: 'logoUrl must be an absolute https URL without credentials' });
  }
  if (timezone !== undefined && !isTimeZone(timezone)) {
    faults.push({ path: 'timezone', message: `timezone ${TIME_ZONE_RULE}` });
  }
  const places = new Map<string, number>();
  for (const [index, component] of components.entries()) {
    const monitorId = component?.monitorId;
    if (monitorId === undefined) continue;
    const first = places.get(monitorId);
    const path = `components.${String(index)}.monitorId`;
    if (first === undefined) places.set(monitorId, index);
    else faults.push({ path, message: `${path} repeats components.${String(first)}.monitorId` });
  }
  return faults;
}
