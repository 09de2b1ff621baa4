// Decides what the settings of a person must look like beyond their lengths.

import type { WellFormed } from '../operation.ts';
import type { Fault } from '../faults/fault.ts';
import { isTimeZone } from '../values/time-zone.ts';
import type { MeUpdate } from './session.ts';

export function meFaults({ timezone }: WellFormed<MeUpdate>): Fault[] {
  if (typeof timezone !== 'string' || isTimeZone(timezone)) return [];
  return [{ path: ['timezone'], reason: { tag: 'form', form: 'time-zone' } }];
}
