import { describe, expect, it } from '@jest/globals';
import { meaningOf } from './shortcut.ts';

const plain = { isForeign: false, isControl: false, isTyping: false };
const control = { isForeign: true, isControl: true, isTyping: true };

describe('the command of a key', () => {
  it.each([
    { name: 'a slash', press: { ...plain, key: '/' }, afterG: false, is: 'search' },
    { name: 'a question mark', press: { ...plain, key: '?' }, afterG: false, is: 'help' },
    { name: 'a question mark after g', press: { ...plain, key: '?' }, afterG: true, is: 'none' },
    { name: 'k with control, in a field', press: { ...control, key: 'k' }, afterG: false, is: 'palette' },
    { name: 'k with control and alt', press: { ...control, key: 'k', isControl: false }, afterG: false, is: 'none' },
    { name: 'n', press: { ...plain, key: 'n' }, afterG: false, is: 'new' },
    { name: 'i after g', press: { ...plain, key: 'i' }, afterG: true, is: 'incidents' },
    { name: 's after g', press: { ...plain, key: 's' }, afterG: true, is: 'status-pages' },
    { name: 'a comma after g', press: { ...plain, key: ',' }, afterG: true, is: 'settings' },
    { name: 'a comma alone', press: { ...plain, key: ',' }, afterG: false, is: 'none' },
    { name: 'k after g', press: { ...plain, key: 'k' }, afterG: true, is: 'keys' },
    { name: 'p after g', press: { ...plain, key: 'p' }, afterG: true, is: 'people' },
    { name: 'g', press: { ...plain, key: 'g' }, afterG: false, is: 'prefix' },
    { name: 'g after g', press: { ...plain, key: 'g' }, afterG: true, is: 'none' },
    { name: 'm alone', press: { ...plain, key: 'm' }, afterG: false, is: 'none' },
    { name: 'o after g', press: { ...plain, key: 'o' }, afterG: true, is: 'overview' },
    { name: 'm after g', press: { ...plain, key: 'm' }, afterG: true, is: 'monitors' },
    { name: 'm in a field', press: { ...plain, key: 'm', isTyping: true }, afterG: true, is: 'none' },
    { name: 'a slash in a field', press: { ...plain, key: '/', isTyping: true }, afterG: false, is: 'none' },
    { name: 'a slash with control', press: { ...plain, key: '/', isForeign: true }, afterG: false, is: 'none' },
  ])('$name means $is', ({ press, afterG, is }) => {
    const meaning = meaningOf(press, afterG);
    expect(meaning.kind === 'command' ? meaning.command : meaning.kind).toBe(is);
  });
});
