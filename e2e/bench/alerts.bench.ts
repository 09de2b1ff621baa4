import { freePort, inBenchRun, waitFor } from '@vedette/test-kit';
import { newOutage } from '@vedette/test-kit/facts';
import got from 'got';
import { startFixture, type Fixture } from '../support/fixture.ts';
import { OutageTeller } from '../support/outage-teller.ts';
import { bareLoop, latenciesInWords, percentile, say } from './support/latencies.ts';
import { cpuMsOf, runScript } from './support/processes.ts';

/** Few enough for one contact that they are not merged. */
const OUTAGES_OF_ONE = 5;
const AT_REST = 24;
const IN_BURST = 20;
const MAILS = OUTAGES_OF_ONE * IN_BURST;
const ROUNDS = 3;
const AT_A_TIME = 4;
/** As many as alerts have (libs/mail). */
const CONNECTIONS = 5;

interface Arrival {
  readonly incidentId: string;
  readonly arrivedAt: number;
}

interface MailServer {
  readonly smtpUrl: string;
  readonly url: string;
  stop(): void;
}

const now = (): number => performance.timeOrigin + performance.now();

async function startMailServer(): Promise<MailServer> {
  const [smtpPort, port] = [await freePort(), await freePort()];
  const { child: server } = await runScript('mail-receiver.ts', [String(smtpPort), String(port)]);
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    url: `http://127.0.0.1:${port}`,
    stop: () => void server.kill(),
  };
}

async function arrivalsAt(url: string, count: number, intervalMs: number): Promise<Arrival[]> {
  const isThere = async (): Promise<boolean> => (await got(`${url}/count`).json<number>()) >= count;
  await waitFor(`${count} mails`, isThere, { timeoutMs: 60_000, intervalMs });
  return got(`${url}/arrivals`).json<Arrival[]>();
}

/** Organizations with one mail contact each. */
async function organizations({ stack }: Fixture, count: number): Promise<string[]> {
  const ids: string[] = [];
  const add = async (): Promise<void> => {
    const { id } = await stack.operator.createOrganization({});
    await stack.operator.run('contact', 'add', '--org', id, '--type', 'EMAIL', '--to', `ops-${ids.length}@example.com`);
    ids.push(id);
  };
  while (ids.length < count) await Promise.all(Array.from({ length: Math.min(AT_A_TIME, count - ids.length) }, add));
  return ids;
}

/** One outage after the other: from its event to the answer of the mail server. */
async function restLatencies(teller: OutageTeller, ids: readonly string[], url: string): Promise<number[]> {
  const latencies: number[] = [];
  for (let round = 0; round < OUTAGES_OF_ONE; round += 1) {
    for (const organizationId of ids) {
      const toldAt = now();
      await teller.tell({ organizationId }, newOutage());
      const [arrival] = await arrivalsAt(url, 1, 20);
      if (arrival !== undefined) latencies.push(arrival.arrivedAt - toldAt);
    }
  }
  // The first ones warm up.
  return latencies.slice(AT_REST);
}

interface Burst {
  readonly perSecond: number;
  readonly latencies: readonly number[];
  /** Processor time of the service for one alert. */
  readonly cpuMicroseconds: number;
}

async function burst({ stack }: Fixture, teller: OutageTeller, ids: readonly string[], url: string): Promise<Burst> {
  const { pid } = stack.service('incident');
  const before = cpuMsOf(pid);
  const outages = ids.flatMap((organizationId) =>
    Array.from({ length: OUTAGES_OF_ONE }, () => ({ organizationId, outage: newOutage() })),
  );
  const toldAt = now();
  await Promise.all(outages.map(({ organizationId, outage }) => teller.tell({ organizationId }, outage)));
  const arrivals = await arrivalsAt(url, outages.length, 20);
  if (new Set(arrivals.map(({ incidentId }) => incidentId)).size !== outages.length) {
    throw new Error(`${arrivals.length} mails are not about ${outages.length} outages`);
  }
  const latencies = arrivals.map(({ arrivedAt }) => arrivedAt - toldAt);
  return {
    perSecond: (outages.length * 1_000) / Math.max(...latencies),
    latencies,
    cpuMicroseconds: ((cpuMsOf(pid) - before) / outages.length) * 1_000,
  };
}

async function bareMailer({ smtpUrl, url }: MailServer, mail: string): Promise<number> {
  const perSecond = await bareLoop('bare-mailer-loop.ts', smtpUrl, { file: 'mail.eml', text: mail }, [
    MAILS,
    CONNECTIONS,
  ]);
  await got(`${url}/arrivals`);
  return perSecond;
}

async function run(fixture: Fixture, server: MailServer): Promise<void> {
  const teller = await OutageTeller.connect(fixture.stack.natsUrl);
  const quiet = await organizations(fixture, AT_REST);
  const busy: string[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) busy.push(await organizations(fixture, IN_BURST));
  const atRest = await restLatencies(teller, quiet, server.url);
  say(`at rest, from the event of an outage to the answer of the mail server: ${latenciesInWords(atRest)}`);
  const mail: string = await got(`${server.url}/last`).json();
  const ratios: number[] = [];
  for (const ids of busy) {
    // In turn, so that both meet the same machine.
    const [theirs, mine] = [await bareMailer(server, mail), await burst(fixture, teller, ids, server.url)];
    ratios.push(mine.perSecond / theirs);
    say(
      `burst of ${MAILS}: ${mine.perSecond.toFixed(0)} alerts/s (${latenciesInWords(mine.latencies)}; ${mine.cpuMicroseconds.toFixed(0)} µs of processor time each), bare nodemailer ${theirs.toFixed(0)}/s`,
    );
  }
  say(`median ratio ${percentile(ratios, 50).toFixed(2)}`);
  await teller.close();
  if (percentile(atRest, 99) > 1_000) throw new Error('At rest the p99 is above 1 s');
}

await inBenchRun(async () => {
  const server = await startMailServer();
  const fixture = await startFixture({
    services: ['gateway', 'monitor', 'incident'],
    env: { LOG_LEVEL: 'warn', SMTP_URL: server.smtpUrl, SMTP_FROM: 'Vedette <alerts@vedette.test>' },
  });
  try {
    await run(fixture, server);
  } finally {
    await fixture.stop();
    server.stop();
  }
});
