import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Pings } from '../src/probes/pings.ts';
import { probePing } from '../src/probes/ping.probe.ts';
import { pingTarget, portTarget } from './support/targets.ts';
import { World } from './support/world.ts';

let world: World;
beforeEach(async () => {
  world = await World.open();
  world.dns.set('a.example', 'A', ['127.0.53.1']);
});
afterEach(() => world.close());

const never = new AbortController().signal;

describe('PING', () => {
  it('tells the best round trip, which is shorter than the whole attempt', async () => {
    const { responseMs, phases } = await world.probe(pingTarget('a.example'));
    expect(responseMs).toBeLessThan(200);
    expect(phases.total).toBeGreaterThanOrEqual(400);
    expect(phases).toMatchObject({ dns: expect.any(Number), connect: null, tls: null, firstByte: null });
  });

  it('pings over IPv6', async () => {
    const { tools } = world;
    const { anyAddress, dnsResolver, Outbound } = await import('@vedette/outbound');
    const outbound = new Outbound({ policy: anyAddress, resolver: dnsResolver({ servers: [world.dns.address] }) });
    expect(await probePing(pingTarget('::1'), { ...tools, outbound }, never)).toMatchObject({ ok: true });
    outbound.close();
  });

  it('names the address that did not answer', async () => {
    world.dns.set('mute.example', 'AAAA', ['2001:db8::1']).set('mute.example', 'A', []);
    const result = await world.probe(pingTarget('mute.example', { timeoutSeconds: 1 }));
    expect(result.ok ? 'ok' : result.reason).toMatch(/^mute\.example \(2001:db8::1\) does not answer pings/);
  });

  it('runs so many at once, and lets no target pay for the wait', async () => {
    let running = 0;
    let most = 0;
    const pings = new Pings(2);
    await Promise.all(
      Array.from({ length: 6 }, () =>
        pings.inTurn(never, async () => {
          most = Math.max(most, (running += 1));
          const result = await probePing(pingTarget('a.example'), world.tools, never);
          expect(result.ok).toBe(true);
          running -= 1;
        }),
      ),
    );
    expect(most).toBe(2);
  });
});

describe('PORT', () => {
  it('is a connection and nothing more', async () => {
    let received = 0;
    const { port } = await world.tcp((socket) => void socket.on('data', (chunk) => (received += chunk.length)));
    expect(await world.probe(portTarget('a.example', port))).toMatchObject({
      ok: true,
      phases: { dns: expect.any(Number), connect: expect.any(Number), tls: null, firstByte: null },
    });
    expect(received).toBe(0);
  });

  it('names who refused', async () => {
    const port = await world.refusing();
    expect(await world.probe(portTarget('a.example', port))).toMatchObject({
      ok: false,
      reason: `Connection refused by 127.0.53.1:${port}`,
      responseMs: null,
    });
  });
});
