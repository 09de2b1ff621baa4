import { describe, expect, it } from '@jest/globals';
import type { AlertMessage } from './alert-message.ts';
import { alertText, shortened, utf8Bytes } from './alert-text.ts';

const message: AlertMessage = {
  label: 'DOWN',
  tone: 'bad',
  headline: 'Shop is down',
  facts: [
    { label: 'Monitor', value: 'Shop (HTTP)' },
    { label: 'Why', value: 'No answer' },
  ],
  evidence: ['one', 'two'],
  links: [{ label: 'Open the incident', url: 'https://console.example/1' }],
};

describe('an alert as plain text', () => {
  it('has the facts, the links and the failed attempts', () => {
    expect(alertText(message)).toBe(
      'Monitor: Shop (HTTP)\nWhy: No answer\n\nOpen the incident: https://console.example/1\n\nFailed attempts:\n- one\n- two',
    );
  });

  it('has nothing of what there is not', () => {
    expect(alertText({ ...message, evidence: [], links: [] })).toBe('Monitor: Shop (HTTP)\nWhy: No answer');
  });
});

describe('a text that is too long', () => {
  it.each([
    { name: 'stays as it is if it is not', text: 'abcd', most: 4, expected: 'abcd' },
    { name: 'is cut', text: 'abcde', most: 4, expected: 'abc…' },
    { name: 'is cut between characters', text: '😀😀😀', most: 4, expected: '😀…' },
    { name: 'is cut to nothing', text: 'abc', most: 1, expected: '…' },
  ])('$name', ({ text, most, expected }) => {
    expect(shortened(text, most)).toBe(expected);
  });

  it('is as short as its receiver measures it', () => {
    const cut = shortened('ü'.repeat(10_000), 4_096, utf8Bytes);
    expect(utf8Bytes(cut)).toBeLessThanOrEqual(4_096);
    expect(utf8Bytes(cut)).toBeGreaterThan(3_500);
  });
});
