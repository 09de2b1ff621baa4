// Decides in which tone a day of a monitor is shown: by the worst that happened in it.

import type { Tone } from '@vedette/design';
import type { UptimeDay } from '@vedette/sdk';

const TONES: readonly (readonly [keyof UptimeDay['seconds'], Tone])[] = [
  ['down', 'bad'],
  ['degraded', 'slow'],
  ['up', 'good'],
];

export function dayTone({ seconds }: Pick<UptimeDay, 'seconds'>): Tone {
  return TONES.find(([kind]) => seconds[kind] > 0)?.[1] ?? 'none';
}
