import { describe, expect, it } from '@jest/globals';
import { snippetOf } from './snippet.ts';

const body = { name: "Ada's shop", type: 'HTTP', url: 'https://example.com/$HOME', host: null };
const sent = { name: "Ada's shop", type: 'HTTP', url: 'https://example.com/$HOME' };

describe('snippetOf', () => {
  it.each([
    { name: 'creates', id: undefined, start: 'curl -X POST "$VEDETTE_URL/api/v1/monitors" \\' },
    { name: 'changes', id: 'mon_1', start: 'curl -X PATCH "$VEDETTE_URL/api/v1/monitors/mon_1" \\' },
  ])('$name by a command whose quotes a shell reads as they are meant', ({ id, start }) => {
    const command = snippetOf('curl', body, id);
    expect(command.split('\n')[0]).toBe(start);
    const quoted = command.slice(command.indexOf("-d '") + 4, -1);
    // Between single quotes a shell changes nothing; a quote itself stands outside, behind a backslash.
    expect(quoted.replaceAll(`'\\''`, '')).not.toContain("'");
    expect(JSON.parse(quoted.replaceAll(`'\\''`, "'"))).toEqual(sent);
  });

  it.each([
    { id: undefined, text: 'vedette.monitors.create({' },
    { id: 'mon_1', text: `vedette.monitors.update('mon_1', {` },
  ])('calls the client: $text', ({ id, text }) => {
    expect(snippetOf('sdk', body, id)).toContain(text);
  });

  it('leaves out what is not set', () => {
    expect(JSON.parse(snippetOf('json', body, undefined))).toEqual(sent);
  });
});
