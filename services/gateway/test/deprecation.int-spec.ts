import { Inject, Module } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '@vedette/configuration';
import { defineContract, operations, type Contract, type Operation } from '@vedette/contract';
import { CONFIG, Host, openPool, type RunningService, startService } from '@vedette/service-host';
import { createDatabase, freePort, inRepository, startNatsForSuite, startRedisForSuite } from '@vedette/test-kit';
import { AccountPeer } from '@vedette/test-kit/account-peer';
import { declaration, type GatewayConfig } from '../src/config.ts';
import { createGateway } from '../src/gateway.ts';
import { IdempotencyRepository } from '../src/idempotency/idempotency.repository.ts';

const deprecation = {
  since: '2026-01-01T00:00:00Z',
  sunset: '2026-07-01T12:30:00Z',
  link: 'https://docs.example.com/deprecations/monitors',
};

function withDeprecation(changes: Partial<typeof deprecation>): Contract {
  const listMonitors: Operation = { ...operations.listMonitors, deprecation: { ...deprecation, ...changes } };
  return defineContract({ listMonitors, createMonitor: operations.createMonitor });
}

@Module({})
class MadeUpModule {
  constructor(@Inject(CONFIG) config: GatewayConfig, host: Host) {
    const pool = openPool(host, config, inRepository('services/gateway'));
    createGateway(config, host, new IdempotencyRepository(pool), withDeprecation({}));
  }
}

let service: RunningService;
let url: string;
let key: string;
const cleanUps: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const [database, nats, redis, port, internalPort] = await Promise.all([
    createDatabase({ migrations: ['services/gateway'] }),
    startNatsForSuite(),
    startRedisForSuite(),
    freePort(),
    freePort(),
  ]);
  const config = readConfig(declaration, {
    DATABASE_URL: database.url,
    NATS_URL: nats.url,
    REDIS_URL: redis.url,
    GATEWAY_PORT: String(port),
    INTERNAL_PORT: String(internalPort),
    LOG_LEVEL: 'error',
  });
  service = await startService({ name: 'gateway', config, module: MadeUpModule });
  url = `http://127.0.0.1:${port}`;
  const account = await AccountPeer.start(nats.url);
  key = account.add().key;
  cleanUps.push(
    () => service.stop(),
    () => account.stop(),
    () => nats.stop(),
    () => redis.stop(),
    () => database.drop(),
  );
});

afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
});

describe('a deprecated operation of a made-up contract', () => {
  it('says so in the OpenAPI document, and only there where it is true', async () => {
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { deprecated?: boolean }>>;
    };
    const item = document.paths['/api/v1/monitors'];
    expect([item?.['get']?.deprecated, item?.['post']?.deprecated ?? false]).toEqual([true, false]);
  });

  it('tells since when, until when, and where to read about it', async () => {
    const deprecated = await fetch(`${url}/api/v1/monitors`, { headers: { 'x-api-key': key } });
    expect(deprecated.headers.get('deprecation')).toBe('@1767225600');
    expect(deprecated.headers.get('sunset')).toBe('Wed, 01 Jul 2026 12:30:00 GMT');
    expect(deprecated.headers.get('link')).toBe(`<${deprecation.link}>; rel="deprecation"; type="text/html"`);
    const current = await fetch(`${url}/api/v1/monitors`, { method: 'POST', headers: { 'x-api-key': key } });
    expect(current.headers.get('deprecation')).toBeNull();
  });
});

describe('a contract', () => {
  it('is refused with less than 180 days of notice', () => {
    expect(() => withDeprecation({ sunset: '2026-06-29T23:59:59Z' })).toThrow(/180/);
    expect(() => withDeprecation({ sunset: '2026-06-30T00:00:00Z' })).not.toThrow();
  });
});
