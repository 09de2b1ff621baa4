import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { CheckTarget } from '@vedette/contract';
import { createCertificate } from '@vedette/test-kit/certificates';
import { dnsTarget, domainTarget, httpTarget, keywordTarget, sslTarget } from './support/targets.ts';
import { World } from './support/world.ts';

let world: World;
beforeEach(async () => {
  world = await World.open();
  world.dns.set('a.example', 'A', ['127.0.53.1']);
});
afterEach(() => world.close());

/** Texts that break PostgreSQL, JSON, terminals or readers, as bytes (Latin-1). */
const hostileTexts = {
  'U+0000': 'a\0b',
  'an escaped U+0000': String.raw`a\u0000b`,
  'every control character': Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join(''),
  'DEL and C1': '\x7f\x80\x85\x9f',
  'bytes that are no UTF-8': '\xff\xfe\xc0\xaf\xed\xa0\x80',
  'a lone surrogate, escaped': String.raw`\ud83d`,
  'a text of 30,000 characters': 'x'.repeat(30_000),
  quotes: `'"\\);--`,
};

/** Every string anywhere in a value. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

async function expectStorable(target: CheckTarget): Promise<void> {
  const result = await world.probe(target);
  for (const text of stringsIn(result)) {
    expect(text.isWellFormed()).toBe(true);
    expect(text).not.toMatch(/(?![\t\n\r])\p{Cc}/u);
  }
  if (!result.ok) expect(result.reason).toMatch(/^[^\n\r\t]{1,500}$/);
  const answer = result.observation.dnsAnswer ?? [];
  expect(answer.join('').length).toBeLessThanOrEqual(10_000);
}

describe.each(Object.entries(hostileTexts))('%s', (_name, hostile) => {
  const bytes = Buffer.from(hostile, 'latin1');

  it('is storable in the answer and the sentence of DNS', async () => {
    world.dns.set('a.example', 'TXT', [hostile, 'v=spf1 -all']);
    await expectStorable(dnsTarget('a.example', 'TXT'));
    await expectStorable(dnsTarget('a.example', 'TXT', { expected: 'other' }));
    await expectStorable(dnsTarget('a.example', 'TXT', { baseline: ['before'] }));
  });

  it.each(['content-encoding', 'location', 'content-type', 'retry-after', 'x-other'])(
    'is storable from the header %s',
    async (header) => {
      const { port } = await world.tcp((socket) => {
        socket.once('data', () => {
          socket.write(`HTTP/1.1 302 Fo`);
          socket.write(bytes.subarray(0, 100));
          socket.write(`und\r\n${header}: `);
          socket.write(bytes);
          socket.end('\r\ncontent-length: 2\r\n\r\nok');
        });
      });
      await expectStorable(keywordTarget(`http://a.example:${port}/`, 'welcome'));
      await expectStorable(httpTarget(`http://a.example:${port}/`));
    },
  );

  it('is storable from the line of the status', async () => {
    const { port } = await world.tcp((socket) => {
      socket.once('data', () =>
        socket.end(Buffer.concat([Buffer.from('HTTP/1.1 200 '), bytes, Buffer.from('\r\n\r\n')])),
      );
    });
    await expectStorable(httpTarget(`http://a.example:${port}/`));
  });

  it('is storable from WHOIS', async () => {
    world.registry.whois.set('good.whois', `Expiry Date: ${hostile}\n`);
    await expectStorable(domainTarget('good.whois'));
    world.registry.whois.set('other.whois', `refer: ${hostile}\n`);
    await expectStorable(domainTarget('other.whois'));
  });

  it('is storable from RDAP', async () => {
    world.registry.rdap.set('good.example', { expires: hostile });
    await expectStorable(domainTarget('good.example'));
    const body = `{"events":[{"eventAction":"expiration","eventDate":"${String.raw`\ud83d\u0000`}"}]}`;
    world.registry.rdap.set('other.example', { status: 200, body });
    await expectStorable(domainTarget('other.example'));
  });
});

describe('names of a certificate', () => {
  it.each(['b\0.example', 'b\x01\x1b[31m.example', `${'x'.repeat(5_000)}.example`, 'b.example", DNS:"c'])(
    'are storable: %j',
    async (name) => {
      const { port } = await world.https(await createCertificate([name]), () => {});
      await expectStorable(sslTarget(`https://a.example:${port}`));
      await expectStorable(httpTarget(`https://a.example:${port}/`));
    },
  );
});

describe('an answer of DNS that is too long to keep', () => {
  it('is told by its beginning and a hash, and a change of it is noticed', async () => {
    const records = Array.from({ length: 40 }, (_, i) => `${i}`.padEnd(255, 'x'));
    world.dns.set('a.example', 'TXT', records);
    const first = await world.probe(dnsTarget('a.example', 'TXT'));
    const baseline = first.observation.dnsAnswer;
    expect(baseline?.at(-1)).toMatch(/^9 more records \(SHA-256 [0-9a-f]{32}\)$/);
    expect(await world.probe(dnsTarget('a.example', 'TXT', { baseline }))).toMatchObject({ ok: true });
    world.dns.set('a.example', 'TXT', [...records.slice(0, -1), 'another'.padEnd(255, 'x')]);
    const second = await world.probe(dnsTarget('a.example', 'TXT', { baseline }));
    expect(second.ok ? 'ok' : second.reason).toMatch(/^The TXT records of a\.example changed to /);
  });
});
