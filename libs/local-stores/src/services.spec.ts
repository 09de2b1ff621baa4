import { describe, expect, it } from '@jest/globals';
import { serviceEnvironment, stackUrls, type Stack } from './services.ts';

const stack: Stack = {
  listenHost: '127.0.0.1',
  databaseUrl: 'postgresql://127.0.0.1/vedette',
  natsUrlOf: (service) => `nats://${service}:secret@127.0.0.1`,
  redisUrl: 'redis://127.0.0.1',
  gatewayPort: 1,
  statusPagePort: 2,
  heartbeatPort: 3,
  consolePort: 4,
  webhookSecretKey: '',
  monitorSecretKey: '',
  incidentSecretKey: '',
  accountSecretKey: '',
  snapshotDirectory: '/tmp',
};

describe('the stack on one machine', () => {
  it.each([
    ['loopback', '127.0.0.1', 'http://127.0.0.1:1'],
    ['all interfaces', '0.0.0.0', 'http://127.0.0.1:1'],
    ['all interfaces of IPv6', '::', 'http://127.0.0.1:1'],
    ['one interface', '192.0.2.7', 'http://192.0.2.7:1'],
    ['one interface of IPv6', 'fd00::7', 'http://[fd00::7]:1'],
  ])('is reached where it listens: %s', (_, listenHost, api) => {
    expect(stackUrls({ ...stack, listenHost }).api).toBe(api);
  });

  it('keeps health and metrics on loopback, whatever the public ports are bound to', () => {
    expect(serviceEnvironment({ ...stack, listenHost: '0.0.0.0' }, 'monitor', 9)).toMatchObject({
      LISTEN_HOST: '0.0.0.0',
      INTERNAL_HOST: '127.0.0.1',
    });
  });

  it('keeps the console on loopback, under the name that browsers trust with a session', () => {
    expect(serviceEnvironment({ ...stack, listenHost: '0.0.0.0' }, 'gateway', 9)).toMatchObject({
      CONSOLE_HOST: '127.0.0.1',
      CONSOLE_PORT: '4',
      CONSOLE_PUBLIC_URL: 'http://localhost:4',
    });
  });

  it('gives each service the user of NATS that is its own', () => {
    expect(serviceEnvironment(stack, 'monitor', 9)['NATS_URL']).toBe('nats://monitor:secret@127.0.0.1');
  });
});
