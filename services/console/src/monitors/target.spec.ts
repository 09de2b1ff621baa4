import { describe, expect, it } from '@jest/globals';
import { targetText, type Target } from './target.ts';

const url = 'https://example.com';
const all: Omit<Target, 'type'> = { url, host: 'db.example', port: 5432, keyword: 'ok', dnsRecordType: 'MX' };

describe('targetText', () => {
  it.each<{ type: Target['type']; text: string }>([
    { type: 'HTTP', text: url },
    { type: 'SSL', text: url },
    { type: 'DOMAIN', text: url },
    { type: 'KEYWORD', text: `${url} · “ok”` },
    { type: 'DNS', text: `MX ${url}` },
    { type: 'PING', text: 'db.example' },
    { type: 'PORT', text: 'db.example:5432' },
    { type: 'CRON', text: '' },
  ])('$type is shown as $text', ({ type, text }) => {
    expect(targetText({ ...all, type })).toBe(text);
  });

  it('puts an IPv6 address in brackets before its port', () => {
    expect(targetText({ ...all, type: 'PORT', host: '2001:db8::1' })).toBe('[2001:db8::1]:5432');
  });
});
