import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import { DnsServer } from '@vedette/test-kit/dns-server';
import { startSuite, type Suite } from './suite.ts';
import { Receiver } from './receiver.ts';

let suite: Suite;
let dns: DnsServer;
let receiver: Receiver;

beforeAll(async () => {
  [dns, receiver] = await Promise.all([DnsServer.start(), Receiver.start()]);
  suite = await startSuite({ allowPrivateTargets: false, dnsServers: [dns.address] });
});

afterAll(async () => {
  await suite.stop();
  await receiver.stop();
  await dns.close();
});

const refused = { code: 'validation_error', details: [{ path: 'url', message: expect.any(String) }] };

describe('an address that is not public', () => {
  it.each([
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private, 10/8', '10.0.0.1'],
    ['private, 172.16/12', '172.31.255.255'],
    ['private, 192.168/16', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['loopback', '127.0.0.1'],
    ['loopback, another', '127.8.9.10'],
    ['link-local, the metadata service', '169.254.169.254'],
    ['cloud platform', '168.63.129.16'],
    ['protocol assignments', '192.0.0.8'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['6to4 relay', '192.88.99.1'],
    ['benchmarks', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['IPv6 unspecified', '[::]'],
    ['IPv6 loopback', '[::1]'],
    ['IPv4-mapped', '[::ffff:127.0.0.1]'],
    ['IPv4-mapped, hexadecimal', '[::ffff:7f00:1]'],
    ['IPv4-mapped, also a public one', '[::ffff:8.8.8.8]'],
    ['IPv4-compatible', '[::127.0.0.1]'],
    ['IPv4-translated', '[::ffff:0:127.0.0.1]'],
    ['NAT64 of loopback', '[64:ff9b::127.0.0.1]'],
    ['local NAT64', '[64:ff9b:1::1]'],
    ['discard', '[100::1]'],
    ['Teredo', '[2001::1]'],
    ['6to4 of a private address', '[2002:a00:1::1]'],
    ['documentation', '[2001:db8::1]'],
    ['unique local', '[fd00::1]'],
    ['link-local', '[fe80::1]'],
    ['site-local', '[fec0::1]'],
    ['multicast', '[ff02::1]'],
    ['one number', '2130706433'],
    ['hexadecimal', '0x7f000001'],
    ['hexadecimal parts', '0x7f.0x0.0x0.0x1'],
    ['octal', '017700000001'],
    ['octal parts', '0177.0.0.01'],
    ['two parts', '127.1'],
    ['full-width digits', '１２７.０.０.１'],
    ['circled digits', '①②⑦.0.0.1'],
    ['ideographic full stops', '127。0。0。1'],
    ['percent-encoded', '%31%32%37.0.0.1'],
    ['a trailing dot', '127.0.0.1.'],
    ['its name', 'localhost'],
    ['a name below it', 'receiver.localhost'],
  ])('is refused at creation and at a change: %s (%s)', async (_name, host) => {
    const organization = suite.organization();
    await expect(organization.createEndpoint(`https://${host}/hooks`)).rejects.toMatchObject(refused);
    const { id } = await organization.createEndpoint('https://8.8.8.8/');
    const body = { url: `https://${host}:8443/hooks` };
    await expect(organization.call('updateWebhookEndpoint', { id, body })).rejects.toMatchObject(refused);
    expect((await organization.call('getWebhookEndpoint', { id })).url).toBe('https://8.8.8.8/');
  });

  it('is refused behind a name, whose address is not told', async () => {
    dns.set('inside.example', 'A', ['10.1.2.3']);
    const refusal: unknown = await suite
      .organization()
      .createEndpoint('https://inside.example/')
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject(refused);
    expect(JSON.stringify(refusal)).not.toContain('10.1.2.3');
  });

  it.each([
    ['http', 'http://example.com/'],
    ['credentials', 'https://user:password@example.com/'],
    ['no address at all', 'https://'],
    ['another scheme', 'gopher://example.com/'],
  ])('is refused for another reason: %s', async (_name, url) => {
    await expect(suite.organization().createEndpoint(url)).rejects.toMatchObject(refused);
  });

  it('that does not resolve right now is accepted', async () => {
    dns.set('down.example', 'A', 'SERVFAIL').set('down.example', 'AAAA', 'SERVFAIL');
    await expect(suite.organization().createEndpoint('https://unknown.example/')).resolves.toBeDefined();
    await expect(suite.organization().createEndpoint('https://down.example/')).resolves.toBeDefined();
  });
});

describe('a name that turns private after its creation', () => {
  it('is never connected to, be it by hand or by schedule', async () => {
    dns.set('rebound.example', 'A', ['8.8.8.8']);
    const organization = suite.organization();
    const { id } = await organization.createEndpoint(`https://rebound.example:${receiver.port}/`);
    dns.set('rebound.example', 'A', ['127.0.0.1']);
    const error = 'rebound.example resolves to a loopback address; only public addresses are allowed';
    const tested = await organization.call('testWebhookEndpoint', { id });
    expect(tested.attempts).toMatchObject([{ responseStatus: null, error }]);
    await organization.publish('monitor.up', {});
    const scheduled = await waitFor('the attempt', async () => {
      const { data } = await organization.call('listWebhookDeliveries', { query: { eventType: 'monitor.up' } });
      return data[0]?.attemptCount === 1 ? data[0] : undefined;
    });
    const { attempts } = await organization.call('getWebhookDelivery', { id: scheduled.id });
    expect(attempts).toMatchObject([{ trigger: 'SCHEDULED', responseStatus: null, error }]);
    expect(receiver.connections).toBe(0);
  });

  it('is connected to at the address that was checked, not at one asked for again', async () => {
    // The DNS server gives these answers in turn, so a second query would get a different address.
    dns.set('twice.example', 'A', ['127.0.0.1'], ['8.8.8.8']);
    await expect(suite.organization().createEndpoint('https://twice.example/')).rejects.toMatchObject(refused);
    dns.set('thrice.example', 'A', ['8.8.8.8'], ['10.0.0.1'], ['127.0.0.1']);
    const organization = suite.organization();
    const { id } = await organization.createEndpoint(`https://thrice.example:${receiver.port}/`);
    const asked = dns.questions.length;
    const { attempts } = await organization.call('testWebhookEndpoint', { id });
    expect(attempts[0]?.error).toContain('resolves to a private address');
    const questions = dns.questions.slice(asked).filter((question) => question.startsWith('A '));
    expect(questions).toEqual(['A thrice.example']);
    expect(receiver.connections).toBe(0);
  });

  it('is judged at the attempt, whatever the table says', async () => {
    const organization = suite.organization();
    const { id } = await organization.createEndpoint('https://8.8.8.8/');
    // As if the check at creation had missed the address: the attempt must check by itself.
    await suite.sql('UPDATE webhook_dispatcher.webhook_endpoint SET url = $2 WHERE id = $1', [id, receiver.url]);
    const { attempts } = await organization.call('testWebhookEndpoint', { id });
    expect(attempts[0]?.error).toContain('127.0.0.1 is a loopback address');
    expect(receiver.connections).toBe(0);
  });
});
