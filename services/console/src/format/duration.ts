// Decides in which units a duration is shown: in the largest one that fits and, up to three days, in the next one too.

export type DurationUnit = 'day' | 'hour' | 'minute' | 'second';

export interface DurationPart {
  readonly unit: DurationUnit;
  readonly value: number;
}

const SECONDS: Readonly<Record<DurationUnit, number>> = { day: 86_400, hour: 3_600, minute: 60, second: 1 };

export function durationParts(milliseconds: number): DurationPart[] {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  if (seconds < SECONDS.minute) return [{ unit: 'second', value: seconds }];
  if (seconds < SECONDS.hour) return [{ unit: 'minute', value: Math.floor(seconds / SECONDS.minute) }];
  const [large, small]: [DurationUnit, DurationUnit] = seconds < SECONDS.day ? ['hour', 'minute'] : ['day', 'hour'];
  const value = Math.floor(seconds / SECONDS[large]);
  const rest = Math.floor((seconds % SECONDS[large]) / SECONDS[small]);
  return rest === 0 || (large === 'day' && value >= 3)
    ? [{ unit: large, value }]
    : [
        { unit: large, value },
        { unit: small, value: rest },
      ];
}
