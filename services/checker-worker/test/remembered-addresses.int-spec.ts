import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DnsServer } from '@vedette/test-kit/dns-server';
import { TargetServer } from '@vedette/test-kit/target-server';
import { Fleet } from './support/fleet.ts';
import { httpTarget, portTarget } from './support/targets.ts';

let fleet: Fleet;
let dns: DnsServer;
let target: TargetServer;
beforeEach(async () => {
  [fleet, dns, target] = await Promise.all([
    Fleet.start(),
    DnsServer.start(),
    TargetServer.start((_request, response) => response.end('ok')),
  ]);
  await fleet.addWorker({ CHECK_DNS_SERVERS: dns.address });
});
afterEach(async () => {
  await fleet.stop();
  await Promise.all([target.stop(), dns.close()]);
});

const asked = (): number => dns.questions.filter((question) => question === 'A a.example').length;

describe('checks of one name', () => {
  it('ask DNS once, and take no time for it afterwards', async () => {
    dns.set('a.example', 'A', ['127.0.0.1']);
    const url = `http://a.example:${target.port}/`;
    await fleet.check(httpTarget(url));
    const [again, port] = await fleet.check(httpTarget(`${url}other`), portTarget('a.example', target.port));
    expect(again).toMatchObject({ verdict: 'SUCCEEDED', attempts: [{ phases: { dns: 0 } }] });
    expect(port).toMatchObject({ verdict: 'SUCCEEDED', attempts: [{ phases: { dns: 0 } }] });
    expect(asked()).toBe(1);
  });

  it('that moved: the confirmation asks anew, and so does the next check', async () => {
    dns.set('a.example', 'A', ['127.0.0.1'], ['127.0.0.2']);
    const place = { port: target.port, host: '127.0.0.2' };
    const elsewhere = await TargetServer.start((_request, response) => response.end('ok'), place);
    try {
      const check = (): Promise<unknown[]> => fleet.check(httpTarget(`http://a.example:${target.port}/`));
      expect(await check()).toMatchObject([{ verdict: 'SUCCEEDED' }]);
      await target.stop();
      expect(await check()).toMatchObject([
        {
          verdict: 'SUCCEEDED',
          attempts: [{ error: expect.stringContaining('127.0.0.1'), phases: { dns: 0 } }, { error: null }],
        },
      ]);
      expect(await check()).toMatchObject([{ verdict: 'SUCCEEDED', attempts: [{ error: null }] }]);
      expect(asked()).toBe(3);
    } finally {
      await elsewhere.stop();
    }
  });
});
