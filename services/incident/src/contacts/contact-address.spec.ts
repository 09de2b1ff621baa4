import { describe, expect, it } from '@jest/globals';
import type { ContactType } from '@vedette/contract';
import { addressFault, isUrl, secretFault } from './contact-address.ts';

const EMAIL = 'must be one mail address';
const HTTPS = 'must be an https address';
const TOPIC = 'must end with the name of one topic';
const CHAT = 'must be the id of a chat, or the @name of a channel';
const KEY = 'must be an integration key of 32 letters and digits';
const HTTP = 'must be an http or https address';

const rows: { type: ContactType; address: string; plain?: boolean; fault?: string }[] = [
  { type: 'EMAIL', address: 'ops@example.com' },
  { type: 'EMAIL', address: 'ops+night.shift@mail.example.co.uk' },
  { type: 'EMAIL', address: 'jürgen@münchen.example' },
  { type: 'EMAIL', address: 'root@localhost' },
  { type: 'EMAIL', address: 'example.com', fault: EMAIL },
  { type: 'EMAIL', address: '@example.com', fault: EMAIL },
  { type: 'EMAIL', address: 'ops\u202E@example.com', fault: EMAIL },
  { type: 'EMAIL', address: 'ops\u200B@example.com', fault: EMAIL },
  { type: 'EMAIL', address: 'ops@', fault: EMAIL },
  { type: 'EMAIL', address: 'ops@-example.com', fault: EMAIL },
  { type: 'EMAIL', address: 'a@example.com,b@example.com', fault: EMAIL },
  { type: 'EMAIL', address: 'Ops <ops@example.com>', fault: EMAIL },
  { type: 'EMAIL', address: 'ops@example.com\nBcc: all@example.com', fault: EMAIL },
  { type: 'EMAIL', address: `${'a'.repeat(65)}@example.com`, fault: EMAIL },
  { type: 'EMAIL', address: `ops@${'a'.repeat(250)}.com`, fault: EMAIL },
  { type: 'WEBHOOK', address: 'https://hooks.slack.com/services/T0/B0/x' },
  { type: 'WEBHOOK', address: 'http://hooks.example.com/x', fault: HTTPS },
  { type: 'WEBHOOK', address: 'http://127.0.0.1:9000/x', plain: true },
  { type: 'WEBHOOK', address: 'ftp://hooks.example.com/x', plain: true, fault: HTTP },
  { type: 'WEBHOOK', address: 'hooks.example.com', fault: HTTPS },
  { type: 'WEBHOOK', address: 'https://user:pass@hooks.example.com/x', fault: 'must not hold credentials' },
  { type: 'WEBHOOK', address: `https://hooks.example.com/${'x'.repeat(2048)}`, fault: HTTPS },
  { type: 'SLACK', address: 'https://hooks.slack.com/services/T0/B0/x' },
  { type: 'SLACK', address: 'http://hooks.slack.com/services/T0/B0/x', fault: HTTPS },
  { type: 'DISCORD', address: 'https://discord.com/api/webhooks/1/x' },
  { type: 'TEAMS', address: 'https://prod-1.logic.azure.com/workflows/1?sig=x' },
  { type: 'NTFY', address: 'https://ntfy.sh/shop-alerts_1' },
  { type: 'NTFY', address: 'ntfy.sh/shop', fault: HTTPS },
  { type: 'NTFY', address: 'https://ntfy.sh/', fault: TOPIC },
  { type: 'NTFY', address: 'https://ntfy.sh/shop/json', fault: TOPIC },
  { type: 'NTFY', address: 'https://ntfy.sh/shop?x', fault: TOPIC },
  { type: 'NTFY', address: 'https://ntfy.sh/shop#x', fault: TOPIC },
  { type: 'NTFY', address: `https://ntfy.sh/${'x'.repeat(65)}`, fault: TOPIC },
  { type: 'TELEGRAM', address: '-1001234567890' },
  { type: 'TELEGRAM', address: '42' },
  { type: 'TELEGRAM', address: '@shop_alerts' },
  { type: 'TELEGRAM', address: '@shop', fault: CHAT },
  { type: 'TELEGRAM', address: 'shop_alerts', fault: CHAT },
  { type: 'PAGERDUTY', address: 'R0UT1NGKEYR0UT1NGKEYR0UT1NGKEY32' },
  { type: 'PAGERDUTY', address: 'R0UT1NGKEY', fault: KEY },
];

describe('the address of a contact', () => {
  it.each(rows)('$type $address: $fault', ({ type, address, plain = false, fault }) => {
    expect(addressFault(type, address, plain)).toBe(fault);
  });
});

describe('the secret of a contact', () => {
  const token = `42:${'x'.repeat(35)}`;
  const secretOf = (bytes: number): string => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;
  const whsec = 'must be whsec_ and the base64 of 24 to 64 bytes';
  it.each<{ type: ContactType; secret: string | null; fault?: string }>([
    { type: 'EMAIL', secret: null },
    { type: 'EMAIL', secret: 'x', fault: 'is of no use for the type EMAIL' },
    { type: 'SLACK', secret: 'x', fault: 'is of no use for the type SLACK' },
    { type: 'PAGERDUTY', secret: null },
    { type: 'TELEGRAM', secret: token },
    { type: 'TELEGRAM', secret: null, fault: 'must be the token of a bot' },
    { type: 'TELEGRAM', secret: `${token}/../x`, fault: 'must be the token of a bot' },
    { type: 'NTFY', secret: null },
    { type: 'NTFY', secret: 'tk_abc' },
    { type: 'NTFY', secret: 'tk_abc\n', fault: 'must be an access token' },
    { type: 'WEBHOOK', secret: null },
    { type: 'WEBHOOK', secret: secretOf(24) },
    { type: 'WEBHOOK', secret: secretOf(64) },
    { type: 'WEBHOOK', secret: secretOf(23), fault: whsec },
    { type: 'WEBHOOK', secret: secretOf(65), fault: whsec },
    { type: 'WEBHOOK', secret: 'secret', fault: whsec },
  ])('$type $secret: $fault', ({ type, secret, fault }) => {
    expect(secretFault(type, secret)).toBe(fault);
  });
});

describe('alerts are posted to the address itself', () => {
  it.each<{ type: ContactType; expected: boolean }>([
    { type: 'EMAIL', expected: false },
    { type: 'WEBHOOK', expected: true },
    { type: 'SLACK', expected: true },
    { type: 'NTFY', expected: true },
    { type: 'TELEGRAM', expected: false },
    { type: 'PAGERDUTY', expected: false },
  ])('of the type $type: $expected', ({ type, expected }) => {
    expect(isUrl(type)).toBe(expected);
  });
});
