import { describe, expect, it } from '@jest/globals';
import { acknowledged, note, resolved } from './timeline-message.ts';

const startedAt = new Date('2026-11-15T10:00:00.000Z');
const AT = '2026-11-15T11:01:00.000Z';

describe('the end of an outage', () => {
  it.each([
    { because: 'RECOVERED', message: 'Recovered after 1 h 1 min' },
    { because: 'PAUSED', message: 'Monitor paused' },
    { because: 'TYPE_CHANGED', message: 'Monitor changed its type' },
  ] as const)('that came about by $because is told as "$message"', ({ because, message }) => {
    expect(resolved(startedAt, { at: AT, because })).toEqual({ at: new Date(AT), type: 'RESOLVED', message });
  });

  it.each([
    { name: 'in whole seconds', end: '2026-11-15T10:00:01.999Z', message: 'Recovered after 1 s' },
    { name: 'from none', end: '2026-11-15T10:00:00.999Z', message: 'Recovered after 0 s' },
    { name: 'never below none', end: '2026-11-15T09:59:00.000Z', message: 'Recovered after 0 s' },
  ])('is counted $name', ({ end, message }) => {
    expect(resolved(startedAt, { at: end, because: 'RECOVERED' }).message).toBe(message);
  });
});

describe('an acknowledgement', () => {
  it.each([
    { name: 'of a person or a key', by: null, message: 'Acknowledged' },
    { name: 'by the link of a contact', by: 'On call', message: 'Acknowledged by On call' },
  ])('$name', ({ by, message }) => {
    expect(acknowledged(startedAt, by)).toEqual({ at: startedAt, type: 'ACKNOWLEDGED', message });
  });
});

describe('a note', () => {
  it('is told as it was written', () => {
    expect(note(' <b>Hm</b> ', startedAt)).toEqual({ at: startedAt, type: 'NOTE', message: ' <b>Hm</b> ' });
  });
});
