// Decides what the address of a runbook must look like beyond its length.

import { hasCredentials, isHttpUrl } from '../values/host-name.ts';
import type { WellFormed } from '../operation.ts';
import type { Fault } from '../faults/fault.ts';
import type { MonitorAlertingPut } from './monitor-alerting.ts';

/** Not allowed in addresses; some receivers of alerts would take them for markup. */
const MARKUP = /[<>"\\^`{|}]/;
/** Neither seen nor needed in an address; some of them change the order in which the rest of a message is shown. */
const INVISIBLE = /\p{Cf}/u;

export function monitorAlertingFaults({ runbookUrl }: WellFormed<MonitorAlertingPut>): Fault[] {
  if (typeof runbookUrl !== 'string' || isRunbook(runbookUrl)) return [];
  return [{ path: ['runbookUrl'], reason: { tag: 'form', form: 'http-url-without-credentials' } }];
}

function isRunbook(url: string): boolean {
  return isHttpUrl(url) && !hasCredentials(url) && !MARKUP.test(url) && !INVISIBLE.test(url);
}
