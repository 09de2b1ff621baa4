// Decides what the settings of a person must look like beyond their lengths.

import type { Detail } from '../errors.ts';
import type { WellFormed } from '../operation.ts';
import { isTimeZone, TIME_ZONE_RULE } from '../values/time-zone.ts';
import type { MeUpdate } from './session.ts';

export function meFaults({ timezone }: WellFormed<MeUpdate>): Detail[] {
  if (typeof timezone !== 'string' || isTimeZone(timezone)) return [];
  return [{ path: 'timezone', message: `timezone ${TIME_ZONE_RULE}` }];
}
