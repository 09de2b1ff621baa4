import { describe, expect, it } from '@jest/globals';
import { shownTarget, type Aim } from './shown-target.ts';

const nothing = { url: null, host: null, port: null };

describe('the target that messages name', () => {
  const rows: { name: string; aim: Aim; target: string | null }[] = [
    {
      name: 'is a URL without credentials, query and fragment',
      aim: { ...nothing, type: 'HTTP', url: 'https://user:secret@shop.example:8443/health?token=t#top' },
      target: 'https://shop.example:8443/health',
    },
    {
      name: 'is the URL of a keyword',
      aim: { ...nothing, type: 'KEYWORD', url: 'http://shop.example' },
      target: 'http://shop.example/',
    },
    {
      name: 'is the bare name of a certificate',
      aim: { ...nothing, type: 'SSL', url: 'shop.example' },
      target: 'shop.example',
    },
    { name: 'is a host', aim: { ...nothing, type: 'PING', host: '203.0.113.7' }, target: '203.0.113.7' },
    {
      name: 'is a host and its port',
      aim: { ...nothing, type: 'PORT', host: 'db.example', port: 5432 },
      target: 'db.example:5432',
    },
    {
      name: 'sets an IPv6 address apart from its port',
      aim: { ...nothing, type: 'PORT', host: '2001:db8::7', port: 22 },
      target: '[2001:db8::7]:22',
    },
    {
      name: 'ignores fields that the type does not use',
      aim: { type: 'PING', host: 'db.example', port: 22, url: 'https://shop.example' },
      target: 'db.example',
    },
    {
      name: 'is nothing for a cron job',
      aim: { ...nothing, type: 'CRON', url: 'https://shop.example' },
      target: null,
    },
  ];
  it.each(rows)('$name', ({ aim, target }) => {
    expect(shownTarget(aim)).toBe(target);
  });
});
