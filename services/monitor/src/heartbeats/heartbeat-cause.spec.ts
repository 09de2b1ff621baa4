import { expect, it } from '@jest/globals';
import { failureCause, missedCause } from './heartbeat-cause.ts';

it.each([
  [null, 'The job reported a failure'],
  [1, 'The job ended with exit code 1'],
  [255, 'The job ended with exit code 255'],
])('a failure with exit code %p', (exitCode, cause) => {
  expect(failureCause(exitCode)).toBe(cause);
});

it.each([
  [60, 0, 'No ping for 1 minute'],
  [90, 1, 'No ping for 1 minute 30 seconds and 1 second of grace'],
  [3_600, 300, 'No ping for 1 hour and 5 minutes of grace'],
  [90_061, 86_400, 'No ping for 1 day 1 hour 1 minute 1 second and 1 day of grace'],
  [2_592_000, 60, 'No ping for 30 days and 1 minute of grace'],
])('a period of %d s with %d s of grace', (periodSeconds, graceSeconds, cause) => {
  expect(missedCause({ periodSeconds, graceSeconds })).toBe(cause);
});
