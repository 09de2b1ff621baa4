import { describe, expect, it } from '@jest/globals';
import type { ContactType } from '@vedette/contract';
import { addressFault } from './contact-address.ts';

const EMAIL = 'must be one mail address';
const HTTPS = 'must be an https address';
const HTTP = 'must be an http or https address';

const rows: { type: ContactType; address: string; plain?: boolean; fault?: string }[] = [
  { type: 'EMAIL', address: 'ops@example.com' },
  { type: 'EMAIL', address: 'ops+night.shift@mail.example.co.uk' },
  { type: 'EMAIL', address: 'jürgen@münchen.example' },
  { type: 'EMAIL', address: 'root@localhost' },
  { type: 'EMAIL', address: 'example.com', fault: EMAIL },
  { type: 'EMAIL', address: '@example.com', fault: EMAIL },
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
];

describe('the address of a contact', () => {
  it.each(rows)('$type $address: $fault', ({ type, address, plain = false, fault }) => {
    expect(addressFault(type, address, plain)).toBe(fault);
  });
});
