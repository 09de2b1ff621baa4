import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { internal, type KeyCredential } from '@vedette/contract';
import { makeApiKey } from '@vedette/contract/api-key';
import { NatsLink, RpcClient } from '@vedette/messaging';
import { createLogger, Metrics } from '@vedette/telemetry';
import { startNatsForSuite, waitFor, type SuiteNats } from '@vedette/test-kit';
import { AccountPeer, type PeerKey } from '@vedette/test-kit/account-peer';
import { CredentialDirectory } from '../src/credentials/credential-directory.ts';

const MINUTE_MS = 60_000;
const today = new Date('2026-06-01T12:00:00.000Z');

let nats: SuiteNats;
let link: NatsLink;
let rpc: RpcClient;
let account: AccountPeer;
let directory: CredentialDirectory;
let metrics: Metrics;
/** The clock of the directory. */
let clockMs: number;

beforeAll(async () => {
  nats = await startNatsForSuite();
  link = new NatsLink({ url: nats.url, service: 'gateway', logger: createLogger('test', 'error') });
  rpc = new RpcClient(link, createLogger('test', 'error'));
  await waitFor('NATS', () => link.isConnected);
});

beforeEach(async () => {
  account = await AccountPeer.start(nats.url);
  directory = newDirectory();
});

afterEach(() => account.stop());

afterAll(async () => {
  await link.close();
  await nats.stop();
});

function newDirectory(): CredentialDirectory {
  clockMs = 1_000_000;
  const ask = async (hashes: string[]) => (await rpc.ask(internal.findCredentials, { hashes })).credentials;
  metrics = new Metrics('test');
  return new CredentialDirectory(ask, metrics, () => clockMs);
}

async function keyIdOf({ key }: { key: string }, now = today): Promise<string | undefined> {
  return (await directory.find(key, now))?.caller.keyId;
}

/** The credential, if the directory has it without asking first. */
function known({ key }: PeerKey): KeyCredential | undefined | 'asks first' {
  const found = directory.find(key, today);
  if (!(found instanceof Promise)) return found;
  found.catch(() => undefined);
  return 'asks first';
}

const isKnown = (key: PeerKey): boolean => known(key) !== 'asks first' && known(key) !== undefined;

async function remembered(): Promise<Record<string, number>> {
  const metric = (await metrics.registry.getMetricsAsJSON()).find(
    ({ name }) => name === 'vedette_credentials_remembered',
  );
  return Object.fromEntries((metric?.values ?? []).map(({ labels, value }) => [String(labels['kind']), value]));
}

async function duration(work: Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work.catch(() => undefined);
  return performance.now() - startedAt;
}

describe('the caller behind a key', () => {
  it('is found, each key its own', async () => {
    const [one, two] = [account.add(), account.add()];
    for (const key of [one, two, one]) {
      const { id: keyId, organizationId } = key;
      expect(await directory.find(key.key, today)).toMatchObject({
        caller: { keyId, organizationId, access: 'FULL' },
      });
    }
    expect(account.questions).toHaveLength(2);
  });

  it('is nobody for keys that are unknown or not well formed; the latter are not asked about', async () => {
    const { key } = account.add();
    for (const wrong of ['', `${key}x`, key.slice(0, -1), key.toLowerCase(), 'x'.repeat(10_000)]) {
      expect(await keyIdOf({ key: wrong })).toBeUndefined();
    }
    expect(account.questions).toHaveLength(0);
    expect(await keyIdOf({ key: makeApiKey(randomBytes) })).toBeUndefined();
  });

  it('is asked for once by many requests, and for several keys at once', async () => {
    const keys = Array.from({ length: 20 }, () => account.add());
    const found = await Promise.all([...keys, ...keys, ...keys].map((key) => keyIdOf(key)));
    expect(found).toEqual([...keys, ...keys, ...keys].map(({ id }) => id));
    expect(account.questions.map((hashes) => hashes.length)).toEqual([20]);
  });
});

describe('an answer', () => {
  it('is believed without another question, then refreshed while requests go on, then asked for again', async () => {
    const key = account.add();
    await keyIdOf(key);
    account.remove(key);
    clockMs += 499;
    expect([isKnown(key), account.questions.length]).toEqual([true, 1]);
    clockMs += 1;
    expect(isKnown(key)).toBe(true);
    await waitFor('the key to be refused', () => known(key) === undefined);
    expect(account.questions).toHaveLength(2);
    clockMs += 1_000;
    expect(known(key)).toBe('asks first');
  });

  it('is not believed longer because requests keep coming while the refreshing fails', async () => {
    const key = account.add();
    await keyIdOf(key);
    account.remove(key);
    account.manner = () => 'fails';
    for (const age of [500, 700, 999]) {
      clockMs = 1_000_000 + age;
      expect(isKnown(key)).toBe(true);
    }
    clockMs = 1_001_000;
    await expect(keyIdOf(key)).rejects.toMatchObject({ code: 'internal_error' });
    account.manner = () => 'answers';
    expect(await keyIdOf(key)).toBeUndefined();
  });

  it('does not outlive the expiry of its key', async () => {
    const key = account.add({ expiresAt: new Date(today.getTime() + 500) });
    expect(await keyIdOf(key, new Date(today.getTime() + 499))).toBe(key.id);
    expect(await keyIdOf(key, new Date(today.getTime() + 500))).toBeUndefined();
    expect(account.questions).toHaveLength(1);
  });

  it('about an unknown key is believed as well, until the key is made', async () => {
    const key = makeApiKey(randomBytes);
    for (let times = 0; times < 100; times += 1) expect(await keyIdOf({ key })).toBeUndefined();
    expect(account.questions).toHaveLength(1);
    const made = account.add({ key });
    clockMs += 1_000;
    expect(await keyIdOf(made)).toBe(made.id);
  });
});

describe('a change that is announced', () => {
  it('is asked for at once; what is known of other keys stays', async () => {
    const [key, other] = [account.add(), account.add()];
    await Promise.all([keyIdOf(key), keyIdOf(other)]);
    account.remove(key);
    directory.forget({ keyId: key.id });
    expect(await keyIdOf(key)).toBeUndefined();
    expect(isKnown(other)).toBe(true);
  });

  it('makes a refused key work at once, too', async () => {
    const key = makeApiKey(randomBytes);
    expect(await keyIdOf({ key })).toBeUndefined();
    const made = account.add({ key });
    directory.forget({ keyId: made.id });
    expect(await keyIdOf(made)).toBe(made.id);
  });

  it('is not undone by an answer that was under way', async () => {
    const key = account.add();
    const before = keyIdOf(key);
    await waitFor('the question', () => account.questions.length === 1);
    account.remove(key);
    directory.forget({ keyId: key.id });
    expect(await before).toBe(key.id);
    expect(await keyIdOf(key)).toBeUndefined();
  });

  it('leaves nothing that could stand in while the account service is silent', async () => {
    const [key, other] = [account.add(), account.add()];
    await Promise.all([keyIdOf(key), keyIdOf(other)]);
    account.manner = () => 'is mute';
    directory.forget({ keyId: key.id });
    clockMs += 1_000;
    await expect(keyIdOf(key)).rejects.toMatchObject({ code: 'internal_error' });
    expect(await keyIdOf(other)).toBe(other.id);
  });
});

describe('while the account service is silent', () => {
  it('the last answer stands for five minutes, and one question a second is all that waits', async () => {
    const [key, refused] = [account.add(), { key: makeApiKey(randomBytes) }];
    await Promise.all([keyIdOf(key), keyIdOf(refused)]);
    account.manner = () => 'is mute';
    clockMs += MINUTE_MS;
    const waited = await duration(Promise.all([keyIdOf(key), keyIdOf(key), keyIdOf(key)]));
    expect(waited).toBeLessThan(1_000);
    const { length } = account.questions;
    expect(isKnown(key)).toBe(true);
    clockMs += 499;
    expect([isKnown(key), account.questions.length]).toEqual([true, length]);
    clockMs = 1_000_000 + 5 * MINUTE_MS - 1;
    expect(await keyIdOf(key)).toBe(key.id);
    expect(await keyIdOf(refused)).toBeUndefined();
    clockMs += 1;
    await expect(keyIdOf(key)).rejects.toMatchObject({ code: 'internal_error' });
  });

  it('the expiry of a key is judged all the same', async () => {
    const key = account.add({ expiresAt: new Date(today.getTime() + 2_000) });
    await keyIdOf(key);
    account.manner = () => 'is mute';
    clockMs += 1_500;
    expect(await keyIdOf(key, new Date(today.getTime() + 1_999))).toBe(key.id);
    expect(await keyIdOf(key, new Date(today.getTime() + 2_000))).toBeUndefined();
  });

  it('a key that was never seen fails well within a second; at once if nobody is there', async () => {
    account.manner = () => 'is mute';
    const key = account.add();
    expect(await duration(keyIdOf(key))).toBeLessThan(1_000);
    await expect(keyIdOf(key)).rejects.toMatchObject({ code: 'internal_error' });
    await account.stop();
    expect(await duration(keyIdOf(key))).toBeLessThan(500);
    await expect(keyIdOf(key)).rejects.toMatchObject({ code: 'internal_error' });
  });

  it('a key that was never seen is asked about twice, so that one replica may hang', async () => {
    account.manner = (questions) => (questions === 1 ? 'is mute' : 'answers');
    const key = account.add();
    expect(await keyIdOf(key)).toBe(key.id);
  });

  it('an answer counts at once when it is back', async () => {
    const [key, revoked] = [account.add(), account.add()];
    await Promise.all([keyIdOf(key), keyIdOf(revoked)]);
    account.manner = () => 'is mute';
    clockMs += 1_000;
    expect(await Promise.all([keyIdOf(key), keyIdOf(revoked)])).toEqual([key.id, revoked.id]);
    account.remove(revoked);
    account.manner = () => 'answers';
    clockMs += 1_000;
    expect(await Promise.all([keyIdOf(key), keyIdOf(revoked)])).toEqual([key.id, undefined]);
  });
});

describe('an answer that is an error', () => {
  it('is an answer: nothing stands in for it', async () => {
    const key = account.add();
    await keyIdOf(key);
    account.manner = () => 'fails';
    clockMs += 1_000;
    const { length } = account.questions;
    await expect(keyIdOf(key)).rejects.toMatchObject({ code: 'internal_error' });
    expect(account.questions).toHaveLength(length + 1);
  });
});

describe('what is remembered', () => {
  it('has its bounds: a flood of invented keys drives no known key out', async () => {
    const key = account.add();
    await keyIdOf(key);
    for (let round = 0; round < 10; round += 1) {
      const invented = Array.from({ length: 1_500 }, () => ({ key: makeApiKey(randomBytes) }));
      expect(new Set(await Promise.all(invented.map((each) => keyIdOf(each))))).toEqual(new Set([undefined]));
    }
    expect(isKnown(key)).toBe(true);
    expect(await remembered()).toEqual({ known: 1, unknown: 1_000 });
  });

  it('drops the oldest of too many keys, and those that cannot stand any more', async () => {
    const first = account.add();
    await keyIdOf(first);
    // One question after the other: the account service has a deadline for each.
    for (let question = 0; question < 20; question += 1) {
      const keys = Array.from({ length: 500 }, () => account.add());
      await Promise.all(keys.map((key) => keyIdOf(key)));
    }
    expect(await remembered()).toEqual({ known: 10_000, unknown: 0 });
    expect(known(first)).toBe('asks first');
    clockMs += 5 * MINUTE_MS;
    await keyIdOf(account.add());
    expect(await remembered()).toEqual({ known: 1, unknown: 0 });
  });
});
