import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort, waitFor } from '@vedette/test-kit';
import { createAuthority, createCertificate, type KeyPair } from '@vedette/test-kit/certificates';
import { startSuite, type Suite } from './suite.ts';
import { answerWith, neverAnswer, Receiver, type Answer } from './receiver.ts';

let suite: Suite;
let authority: KeyPair;
let certificate: KeyPair;
const authorities = getCACertificates('default');
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  authority = await createAuthority();
  certificate = await createCertificate(['localhost', '127.0.0.1'], { issuer: authority });
  // Does for this process what NODE_EXTRA_CA_CERTS does for a separate one.
  setDefaultCACertificates([...authorities, authority.cert]);
  suite = await startSuite();
  slowAttempts = attemptSlowReceivers();
  // The test that waits for it reports its failure.
  slowAttempts.catch(() => undefined);
});

afterAll(async () => {
  // Other suites run in this process after this one.
  setDefaultCACertificates(authorities);
  await suite.stop();
  await Promise.all(closers.map((close) => close()));
});

async function receiverWith(answer: Answer, tls: KeyPair = certificate): Promise<Receiver> {
  const receiver = await Receiver.start({ tls, host: 'localhost' });
  receiver.answer = answer;
  closers.push(() => receiver.stop());
  return receiver;
}

/** A TCP server that does not speak HTTP. */
async function rawServer(onData: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => onData(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function attempt(url: string) {
  const organization = suite.organization();
  const { id } = await organization.createEndpoint(url);
  const delivery = await organization.call('testWebhookEndpoint', { id });
  const [made] = delivery.attempts;
  return { state: delivery.state, status: made?.responseStatus, body: made?.responseBody, error: made?.error };
}

/** Takes 15 seconds, so it begins before all tests. */
let slowAttempts: ReturnType<typeof attemptSlowReceivers>;

async function attemptSlowReceivers() {
  const silent = await receiverWith(neverAnswer);
  const dripping = await receiverWith((response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 500);
    response.once('close', () => clearInterval(timer));
  });
  const deaf = await rawServer(() => undefined);
  const startedAt = Date.now();
  const attempts = await Promise.all([silent.url, dripping.url, deaf.replace('http', 'https')].map(attempt));
  return { attempts, tookMs: Date.now() - startedAt };
}

const failedWith = (error: RegExp, status: number | null = null, body: string | null = null) => ({
  state: 'FAILED',
  status,
  body,
  error: expect.stringMatching(error),
});

describe('a receiver over TLS', () => {
  it('is sent to when its certificate is good', async () => {
    const receiver = await receiverWith(answerWith(200, 'ok'));
    expect(await attempt(receiver.url)).toEqual({ state: 'SUCCEEDED', status: 200, body: 'ok', error: null });
  });

  it.each([
    [
      'comes from nobody we trust',
      () => createCertificate(['localhost']),
      /^Certificate for localhost is self-signed$/,
    ],
    [
      'has expired',
      () => createCertificate(['localhost'], { issuer: authority, validToDays: -1 }),
      /localhost has expired$/,
    ],
    [
      'is for another name',
      () => createCertificate(['example.com'], { issuer: authority }),
      /localhost is for another name$/,
    ],
  ])('is not sent to when its certificate %s', async (_name, create, error) => {
    const receiver = await receiverWith(answerWith(200), await create());
    expect(await attempt(receiver.url)).toEqual(failedWith(error));
    expect(receiver.received).toEqual([]);
  });

  it('must speak TLS', async () => {
    const receiver = await Receiver.start();
    closers.push(() => receiver.stop());
    expect(await attempt(`https://127.0.0.1:${receiver.port}/`)).toEqual(failedWith(/does not speak TLS$/));
  });
});

describe('a receiver that answers', () => {
  const kept = 'x'.repeat(4_096);
  it.each<[string, Answer, { state: string; status: number; body: string; error: string | null }]>([
    ['nothing but 204', answerWith(204), { state: 'SUCCEEDED', status: 204, body: '', error: null }],
    [
      'a body without end keeps 4 KiB of it, and is a success',
      (response) => {
        response.writeHead(200);
        const chunk = 'x'.repeat(65_536);
        const pour = (): void => {
          while (!response.destroyed && response.write(chunk));
        };
        response.on('drain', pour);
        pour();
      },
      { state: 'SUCCEEDED', status: 200, body: kept, error: null },
    ],
    [
      'bytes that are no text',
      (response) => response.writeHead(500).end(Buffer.from([0x61, 0, 0xff, 0x62])),
      { state: 'FAILED', status: 500, body: 'a\uFFFD\uFFFDb', error: 'The receiver answered 500' },
    ],
    [
      'in an encoding that we did not ask for',
      answerWith(200, 'not gzip', { 'content-encoding': 'gzip' }),
      { state: 'SUCCEEDED', status: 200, body: '', error: null },
    ],
    [
      'with an informational status first',
      (response) => {
        response.writeProcessing();
        response.writeHead(201).end('made');
      },
      { state: 'SUCCEEDED', status: 201, body: 'made', error: null },
    ],
    [
      'with a status that nobody knows',
      answerWith(799, ''),
      { state: 'FAILED', status: 799, body: '', error: 'The receiver answered 799' },
    ],
  ])('%s', async (_name, answer, expected) => {
    const receiver = await receiverWith(answer);
    expect(await attempt(receiver.url)).toEqual(expected);
  });

  it.each([301, 302, 303, 307, 308])('with the redirect %i is not followed', async (status) => {
    const elsewhere = await receiverWith(answerWith(200));
    const receiver = await receiverWith(answerWith(status, '', { location: elsewhere.url }));
    expect(await attempt(receiver.url)).toEqual(
      failedWith(new RegExp(`^The receiver answered ${status}; redirects are not followed$`), status, ''),
    );
    expect(elsewhere.received).toEqual([]);
  });
});

describe('a receiver whose answer is hostile', () => {
  const hostileTexts = {
    'U+0000': 'a\0b',
    'every control character': Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join(''),
    'DEL and C1': '\x7f\x80\x85\x9f',
    'bytes that are no UTF-8': '\xff\xfe\xc0\xaf\xed\xa0\x80',
    'a text without end': 'x'.repeat(200_000),
    'quotes and braces': `'"},{\\u0000\\);--`,
  };

  it.each(Object.entries(hostileTexts))(
    'is recorded with %s, beside the delivery of another tenant',
    async (_, text) => {
      const url = await rawServer((socket) => {
        const head = `HTTP/1.1 500 ${text.replaceAll(/[\r\n]/g, '').slice(0, 100)}\r\nx-hostile: y\r\n\r\n`;
        socket.end(Buffer.from(`${head}${text}`, 'latin1'));
      });
      const healthy = await receiverWith(answerWith(200));
      const tenants = [suite.organization(), suite.organization()] as const;
      await Promise.all([tenants[0].createEndpoint(url), tenants[1].createEndpoint(healthy.url)]);
      await Promise.all(tenants.map((tenant) => tenant.publish('monitor.up', {})));
      const details = await waitFor('both attempts on record', async () => {
        const lists = await Promise.all(tenants.map((tenant) => tenant.call('listWebhookDeliveries')));
        const made = lists.flatMap(({ data }) => data.filter(({ attemptCount }) => attemptCount === 1));
        if (made.length < 2) return undefined;
        return Promise.all(tenants.map((tenant, i) => tenant.call('getWebhookDelivery', { id: made[i]?.id ?? '' })));
      });
      expect(details.map(({ state }) => state)).toEqual(['PENDING', 'SUCCEEDED']);
      const [attempted] = details[0]?.attempts ?? [];
      for (const stored of [attempted?.responseBody, attempted?.error]) {
        expect(stored?.isWellFormed()).toBe(true);
        expect(stored).not.toMatch(/(?![\t\n\r])\p{Cc}/u);
        expect(stored?.length).toBeLessThanOrEqual(4_096);
      }
    },
  );
});

describe('a receiver that fails to answer', () => {
  it('because nobody listens', async () => {
    const port = await freePort();
    expect(await attempt(`https://127.0.0.1:${port}/`)).toEqual(
      failedWith(new RegExp(`^Connection refused by 127.0.0.1:${port}$`)),
    );
  });

  it('because it hangs up', async () => {
    const receiver = await receiverWith((response) => response.destroy());
    expect(await attempt(receiver.url)).toEqual(failedWith(/^Connection closed by .* before a response came$/));
  });

  it('because it resets the connection', async () => {
    const url = await rawServer((socket) => socket.resetAndDestroy());
    expect(await attempt(url)).toEqual(failedWith(/^Connection closed by .* before a response came$/));
  });

  it('because it speaks no HTTP', async () => {
    const url = await rawServer((socket) => socket.end('220 mail.example.com ESMTP ready\r\n'));
    expect(await attempt(url)).toEqual(failedWith(/did not answer in HTTP$/));
  });

  it('because its headers never end', async () => {
    const url = await rawServer((socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`));
    expect(await attempt(url)).toEqual(failedWith(/headers .* are too large$/));
  });

  it('with all that it announced', async () => {
    const url = await rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'));
    expect(await attempt(url)).toEqual(failedWith(/before the response was complete$/, 200, 'half'));
  });

  it('because its name does not exist', async () => {
    expect(await attempt('https://receiver.invalid/')).toEqual(failedWith(/receiver\.invalid/));
  });
});

describe('a receiver that closes idle connections', () => {
  it('gets every event all the same', async () => {
    const receiver = await receiverWith((response) => {
      response.writeHead(200, { connection: 'keep-alive' }).end();
      // Closes just after the answer, as a server does when its idle timeout ends.
      setTimeout(() => response.socket?.destroy(), 5);
    });
    const organization = suite.organization();
    await organization.createEndpoint(receiver.url);
    for (let i = 0; i < 20; i += 1) {
      // Sends one event after the other, so that idle connections are reused.
      await organization.publish('monitor.up', {});
      await waitFor('the event', () => receiver.received.length > i);
    }
    const deliveries = await waitFor('all', async () => {
      const { data } = await organization.call('listWebhookDeliveries', { query: { state: 'SUCCEEDED' } });
      return data.length === 20 ? data : undefined;
    });
    expect(deliveries.every(({ attemptCount }) => attemptCount === 1)).toBe(true);
  });
});

describe('a receiver that takes too long', () => {
  it('fails to answer within 15 seconds, be it silent or dripping', async () => {
    const { attempts, tookMs } = await slowAttempts;
    expect(tookMs).toBeLessThan(25_000);
    const [one, two, three] = attempts;
    expect(one).toEqual(failedWith(/^No response from .* within 15 seconds$/));
    expect(two).toEqual(
      failedWith(
        /^No complete response from .* within 15 seconds$/,
        200,
        expect.stringMatching(/^\.+$/) as unknown as string,
      ),
    );
    expect(three).toEqual(failedWith(/^No TLS handshake with .* within 15 seconds$/));
  }, 30_000);
});
