// Decides what the address of a runbook must look like beyond its length.

import type { Detail } from '../errors.ts';
import { hasCredentials, isHttpUrl } from '../values/host-name.ts';
import type { WellFormed } from '../operation.ts';
import type { MonitorAlertingPut } from './monitor-alerting.ts';

/** Not allowed in addresses; some receivers of alerts would take them for markup. */
const MARKUP = /[<>"\\^`{|}]/;
/** Neither seen nor needed in an address; some of them change the order in which the rest of a message is shown. */
const INVISIBLE = /\p{Cf}/u;

export function monitorAlertingFaults({ runbookUrl }: WellFormed<MonitorAlertingPut>): Detail[] {
  if (typeof runbookUrl !== 'string' || isRunbook(runbookUrl)) return [];
  return [{ path: 'runbookUrl', message: 'runbookUrl must be an absolute http or https URL without credentials' }];
}

function isRunbook(url: string): boolean {
  return isHttpUrl(url) && !hasCredentials(url) && !MARKUP.test(url) && !INVISIBLE.test(url);
}
