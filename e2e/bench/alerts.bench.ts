import { freePort, inBenchRun, waitFor } from '@vedette/test-kit';
import { newOutage } from '@vedette/test-kit/facts';
import got from 'got';
import pg from 'pg';
import { startFixture, type Fixture } from '../support/fixture.ts';
import { OutageTeller } from '../support/outage-teller.ts';
import { bareLoop, latenciesInWords, percentile, say } from './support/latencies.ts';
import { cpuMsOf, runScript } from './support/processes.ts';

/** As many as a contact is told one by one. */
const OUTAGES_OF_ONE = 5;
const AT_REST = 24;
/** With 100 contacts together. */
const IN_BURST = 20;
const CONTACTS_OF_ONE = 5;
/** Of each organization, so soon after a burst that its contacts are told of them together. */
const STORM_OF_ONE = 20;
const MAILS = IN_BURST * CONTACTS_OF_ONE * OUTAGES_OF_ONE;
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

/** Organizations with some mail contacts each. */
async function organizations({ stack }: Fixture, count: number, contacts: number): Promise<string[]> {
  const ids: string[] = [];
  const add = async (): Promise<void> => {
    const { id } = await stack.operator.createOrganization({});
    for (let contact = 0; contact < contacts; contact += 1) {
      const to = `ops-${contact}@example.com`;
      await stack.operator.run('contact', 'add', '--org', id, '--type', 'EMAIL', '--to', to);
    }
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

/** Processor time so far: of the service, and of each process of PostgreSQL that works for it. */
interface CpuTimes {
  readonly serviceMs: number;
  readonly databaseMs: ReadonlyMap<number, number>;
}

async function cpuTimes({ stack }: Fixture, database: pg.Client): Promise<CpuTimes> {
  const { rows } = await database.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE application_name = 'vedette-incident'`,
  );
  return {
    serviceMs: cpuMsOf(stack.service('incident').pid),
    databaseMs: new Map(rows.map(({ pid }) => [pid, cpuMsOf(pid)])),
  };
}

function cpuInWords(before: CpuTimes, after: CpuTimes, alerts: number): string {
  const databaseMs = [...after.databaseMs].map(([pid, ms]) => ms - (before.databaseMs.get(pid) ?? 0));
  const [ours, theirs] = [after.serviceMs - before.serviceMs, databaseMs.reduce((sum, ms) => sum + ms, 0)].map((ms) =>
    ((ms * 1_000) / alerts).toFixed(0),
  );
  return `${ours} µs of processor time each, PostgreSQL ${theirs} µs`;
}

interface Burst {
  readonly outages: number;
  readonly latencies: readonly number[];
  readonly cpu: string;
}

/** So many outages of each organization at once, of which its contacts get so many mails together. */
async function burst(
  fixture: Fixture,
  [teller, database]: readonly [OutageTeller, pg.Client],
  ids: readonly string[],
  url: string,
  { outagesOfOne, mails }: { readonly outagesOfOne: number; readonly mails: number },
): Promise<Burst> {
  const outages = ids.flatMap((organizationId) =>
    Array.from({ length: outagesOfOne }, () => ({ organizationId, outage: newOutage() })),
  );
  const before = await cpuTimes(fixture, database);
  const toldAt = now();
  await Promise.all(outages.map(({ organizationId, outage }) => teller.tell({ organizationId }, outage)));
  const arrivals = await arrivalsAt(url, mails, 20);
  const cpu = cpuInWords(before, await cpuTimes(fixture, database), outages.length * CONTACTS_OF_ONE);
  if (arrivals.length !== mails) throw new Error(`There are ${arrivals.length} mails instead of ${mails}`);
  return {
    outages: new Set(arrivals.map(({ incidentId }) => incidentId)).size,
    latencies: arrivals.map(({ arrivedAt }) => arrivedAt - toldAt),
    cpu,
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
  const database = new pg.Client({ connectionString: fixture.stack.databaseUrl });
  await database.connect();
  const quiet = await organizations(fixture, AT_REST, 1);
  const atRest = await restLatencies(teller, quiet, server.url);
  say(`at rest, from the event of an outage to the answer of the mail server: ${latenciesInWords(atRest)}`);
  const mail: string = await got(`${server.url}/last`).json();
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const ids = await organizations(fixture, IN_BURST, CONTACTS_OF_ONE);
    const measure = (outagesOfOne: number, mails: number): Promise<Burst> =>
      burst(fixture, [teller, database], ids, server.url, { outagesOfOne, mails });
    // In turn, so that both meet the same machine.
    const [theirs, mine] = [await bareMailer(server, mail), await measure(OUTAGES_OF_ONE, MAILS)];
    if (mine.outages !== IN_BURST * OUTAGES_OF_ONE) throw new Error(`The mails are about ${mine.outages} outages`);
    const perSecond = (MAILS * 1_000) / Math.max(...mine.latencies);
    ratios.push(perSecond / theirs);
    say(
      `burst of ${MAILS}: ${perSecond.toFixed(0)} alerts/s (${latenciesInWords(mine.latencies)}), bare nodemailer ${theirs.toFixed(0)}/s`,
    );
    say(`burst of ${MAILS}: ${mine.cpu}`);
    const together = await measure(STORM_OF_ONE, IN_BURST * CONTACTS_OF_ONE);
    say(`storm of ${IN_BURST * CONTACTS_OF_ONE * STORM_OF_ONE}: ${together.cpu}`);
  }
  say(`median ratio ${percentile(ratios, 50).toFixed(2)}`);
  await database.end();
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
