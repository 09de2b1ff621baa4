import { describe, expect, it } from '@jest/globals';
import type { AlertItem, AlertMessage } from './alert-message.ts';
import { alertText, fitting, shortened, jsonBytes } from './alert-text.ts';

const message: AlertMessage = {
  label: 'DOWN',
  tone: 'bad',
  headline: 'Shop is down',
  facts: [
    { label: 'Monitor', value: 'Shop (HTTP)' },
    { label: 'Why', value: 'No answer' },
  ],
  list: {
    title: 'Failed attempts',
    items: [
      { text: 'one', links: [{ label: 'Open', url: 'https://console.example/2' }] },
      { text: 'two', links: [] },
    ],
    more: 0,
  },
  links: [{ label: 'Open the incident', url: 'https://console.example/1' }],
};

describe('an alert as plain text', () => {
  it('has the facts, the links and the failed attempts', () => {
    expect(alertText(message, 1_000)).toBe(
      'Monitor: Shop (HTTP)\nWhy: No answer\n\nOpen the incident: https://console.example/1\n\nFailed attempts:\n- one\n  Open: https://console.example/2\n- two',
    );
  });

  it('has nothing of what there is not', () => {
    expect(alertText({ ...message, list: null, links: [] }, 1_000)).toBe('Monitor: Shop (HTTP)\nWhy: No answer');
  });
});

describe('a list', () => {
  const items = ['first', 'second', 'third'].map((text) => ({ text, links: [{ label: 'Open', url: 'https://x' }] }));
  const write = ({ text, links }: AlertItem): string => [text, ...links.map(({ url }) => url)].join(' ');

  it.each([
    { name: 'has all links', most: 68, text: 'first https://x https://runbook\nsecond https://x\nthird https://x' },
    { name: 'leaves out the last link', most: 63, text: 'first https://x\nsecond https://x\nthird https://x' },
    { name: 'leaves out all links', most: 47, text: 'first\nsecond\nthird' },
  ])('$name where some lines have more than others', ({ most, text }) => {
    const runbook = { label: 'Runbook', url: 'https://runbook' };
    const unequal = items.map((item, index) => (index === 0 ? { ...item, links: [...item.links, runbook] } : item));
    expect(fitting({ title: 'List', items: unequal, more: 0 }, write, most)).toBe(text);
  });

  it.each([
    { name: 'has its links if they have room', most: 48, text: 'first https://x\nsecond https://x\nthird https://x' },
    { name: 'has no links if one of them has no room', most: 47, text: 'first\nsecond\nthird' },
    { name: 'leaves out whole lines', most: 17, text: 'first\nand 2 more' },
    { name: 'is cut where not even a line has room', most: 10, text: 'first\nand…' },
    { name: 'counts what it never had', most: 30, more: 7, text: 'first\nsecond\nthird\nand 7 more' },
    { name: 'counts both', most: 25, more: 7, text: 'first\nsecond\nand 8 more' },
  ])('$name', ({ most, more = 0, text }) => {
    expect(fitting({ title: 'List', items, more }, write, most)).toBe(text);
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
    const cut = shortened('ü'.repeat(10_000), 4_096, jsonBytes);
    expect(jsonBytes(cut)).toBeLessThanOrEqual(4_096);
    expect(jsonBytes(cut)).toBeGreaterThan(3_500);
  });
});
