import { describe, expect, it } from '@jest/globals';
import { REPORTED_GAUGES } from '@vedette/contract';
import { readFileSync } from 'node:fs';
import { findingOf, LIMITS } from './limits.ts';

const rules = readFileSync(new URL('../../../../deploy/prometheus/rules.yaml', import.meta.url), 'utf8');

/** The text of an alert in the rules of Prometheus. */
function alertOf(name: string): string {
  const [, text = ''] = rules.split(new RegExp(`- alert: ${name}\\n`));
  return text.split('- alert: ', 1)[0] ?? '';
}

const labelsOf = (gauge: string): Record<string, string> => LIMITS.find((each) => each.gauge === gauge)?.labels ?? {};

describe.each(LIMITS)('the limit of $gauge', ({ gauge, above, labels = {}, state, advice, alert }) => {
  const found = (value: number | null, given: Record<string, string> = labels) =>
    findingOf({ gauge, labels: { service: 'monitor', ...given }, value }, 'monitor');

  it('is no finding when it is reached, and one above it', () => {
    expect(found(0)).toBeUndefined();
    expect(found(above)).toBeUndefined();
    expect(found(above + 1)).toMatchObject({ about: 'monitor', state, advice });
  });

  it('says nothing of a value that could not be observed', () => {
    expect(found(null)).toBeUndefined();
  });

  it('names its alert, which has the same limit if it is about the same gauge', () => {
    const text = alertOf(alert);
    expect(text).toContain('runbook_url');
    if (text.includes(`vedette_${gauge}`)) expect(text).toMatch(new RegExp(`(?:> ${above}|== ${above + 1})\\b`));
  });

  it('is for a gauge that processes report', () => {
    expect(REPORTED_GAUGES).toContain(gauge);
  });
});

describe('labels', () => {
  it('choose the series: checks of the slow lane may wait', () => {
    const slow = { gauge: 'checks_due_waiting', labels: { lane: 'SLOW' }, value: 5_000 } as const;
    expect(findingOf(slow, 'monitor')).toBeUndefined();
    expect(findingOf({ ...slow, labels: labelsOf('checks_due_waiting') }, 'monitor')?.state).toBe('LATE');
  });
});

describe('a gauge without a limit', () => {
  it('is no finding', () => {
    expect(findingOf({ gauge: 'workers', labels: {}, value: 1e9 }, 'monitor')).toBeUndefined();
  });
});
