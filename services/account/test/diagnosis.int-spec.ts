import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort, inRepository } from '@vedette/test-kit';
import { smtpError, SmtpReceiver } from '@vedette/test-kit/smtp-receiver';
import { startSuite, type Suite } from './suite.ts';

interface Finding {
  readonly about: string;
  readonly state: string;
  readonly found: string;
  readonly advice: string | null;
}

// Each command waits seconds for late answers, so the tests run side by side.

let suite: Suite;
const mailServers: SmtpReceiver[] = [];

beforeAll(async () => {
  suite = await startSuite();
});

afterAll(async () => {
  await Promise.all([suite.stop(), ...mailServers.map((server) => server.close())]);
});

/** A mail server of the test's own, and the variables that name it. */
async function startMailServer(): Promise<{ mailServer: SmtpReceiver; env: { SMTP_URL: string; SMTP_FROM: string } }> {
  const mailServer = new SmtpReceiver();
  mailServers.push(mailServer);
  const env = { SMTP_URL: await mailServer.listen(), SMTP_FROM: 'Vedette <people@vedette.example>' };
  return { mailServer, env };
}

async function vedette(env: NodeJS.ProcessEnv, ...args: string[]): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, [inRepository('services/account/bundle/cli.js'), ...args], {
    env: { DATABASE_URL: suite.config.databaseUrl, NATS_URL: suite.config.natsUrl, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  const [out, code] = await Promise.all([text(child.stdout), ended]);
  return { code, out };
}

async function doctor(env: NodeJS.ProcessEnv, ...args: string[]): Promise<Finding[]> {
  const { out } = await vedette(env, 'doctor', ...args, '--json');
  return (JSON.parse(out) as { findings: Finding[] }).findings;
}

function about(findings: readonly Finding[], what: string): Finding[] {
  return findings.filter((finding) => finding.about === what);
}

describe('vedette status', () => {
  it.concurrent('shows the services that answer, and names those that do not', async () => {
    const { code, out } = await vedette({}, 'status', '--json');
    const { services, wrong } = JSON.parse(out) as { services: { service: string }[]; wrong: Finding[] };
    expect(code).toBe(1);
    expect(services.find(({ service }) => service === 'account')).toMatchObject({ replicas: 1, ready: 1 });
    expect(services.find(({ service }) => service === 'gateway')).toMatchObject({ replicas: 0, ready: 0, since: null });
    expect(wrong.map(({ found }) => found)).toContain('no replica of gateway answers');
    expect(wrong.map(({ found }) => found)).not.toContain('no replica of account answers');
  });

  it.concurrent('fits on one screen', async () => {
    const { out } = await vedette({}, 'status');
    const lines = out.trimEnd().split('\n');
    expect(lines.length).toBeLessThan(25);
    expect(lines[0]).toMatch(/^SERVICE +REPLICAS +READY +SINCE$/);
    expect(lines).toContain('Nothing is late.');
    expect(lines).toContain('Wrong:');
  });

  it.concurrent('says in one sentence that NATS cannot be reached', async () => {
    const url = `nats://127.0.0.1:${await freePort()}`;
    const child = spawn(process.execPath, [inRepository('services/account/bundle/cli.js'), 'status'], {
      env: { DATABASE_URL: suite.config.databaseUrl, NATS_URL: url },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    expect(await text(child.stderr)).toMatch(/^NATS cannot be reached \(.+\): is the stack running\?\n$/);
  });
});

describe('vedette doctor', () => {
  it.concurrent('finds the stores that answer, and agrees with their clocks', async () => {
    const findings = await doctor({});
    expect(about(findings, 'PostgreSQL')).toMatchObject([{ state: 'OK', advice: null }]);
    expect(about(findings, 'NATS')).toMatchObject([{ state: 'OK' }]);
    expect(about(findings, 'clock')).toMatchObject([{ state: 'OK' }]);
  });

  it.concurrent('says what to do about stores that do not, without their passwords', async () => {
    const port = await freePort();
    const env = {
      DATABASE_URL: `postgresql://u:hunter2@127.0.0.1:${port}/v`,
      NATS_URL: `nats://u:hunter2@127.0.0.1:${port}`,
    };
    const { code, out } = await vedette(env, 'doctor', '--json');
    const { findings } = JSON.parse(out) as { findings: Finding[] };
    expect(code).toBe(1);
    expect(about(findings, 'PostgreSQL')).toMatchObject([
      { state: 'WRONG', advice: 'Start PostgreSQL, or correct DATABASE_URL.' },
    ]);
    expect(about(findings, 'NATS')).toMatchObject([{ state: 'WRONG', advice: 'Start NATS, or correct NATS_URL.' }]);
    expect(out).not.toContain('hunter2');
  });

  it.concurrent('signs in to the mail server and sends nothing, unless it is told to whom', async () => {
    const { mailServer, env } = await startMailServer();
    expect(about(await doctor(env), 'SMTP')).toMatchObject([{ state: 'OK', found: 'the mail server accepts us' }]);
    expect(mailServer.mails).toEqual([]);
    expect(about(await doctor(env, '--mail', 'ops@example.com'), 'SMTP')).toMatchObject([{ state: 'OK' }]);
    expect(mailServer.to('ops@example.com')).toHaveLength(1);
  });

  it.concurrent('says what a mail server answers that refuses', async () => {
    const { mailServer, env } = await startMailServer();
    mailServer.unknown.add('nobody@example.com');
    mailServer.react = () => {
      throw smtpError(554, 'Relay access denied');
    };
    const withUser = { ...env, SMTP_URL: env.SMTP_URL.replace('smtp://', 'smtp://user:hunter2@') };
    const found = await Promise.all([
      doctor(env, '--mail', 'ops@example.com'),
      doctor(env, '--mail', 'nobody@example.com'),
      doctor(withUser),
    ]);
    const [refused, unknown, unauthorized] = found.flatMap((findings) => about(findings, 'SMTP'));
    expect(found.map((findings) => about(findings, 'SMTP').length)).toEqual([1, 1, 1]);
    expect(refused).toMatchObject({ state: 'WRONG', found: expect.stringContaining('554 Relay access denied') });
    expect(refused?.advice).toContain('SMTP_URL');
    expect(unknown).toMatchObject({ state: 'WRONG', found: expect.stringContaining('550 No such user here') });
    expect(unauthorized).toMatchObject({
      state: 'WRONG',
      found: expect.stringContaining('the mail server does not accept us'),
    });
  });

  it.concurrent('says that the mail server is away, or that its sender is missing', async () => {
    const away = { SMTP_URL: `smtp://127.0.0.1:${await freePort()}`, SMTP_FROM: 'people@vedette.example' };
    const { SMTP_URL } = (await startMailServer()).env;
    const [unreachable, unsigned] = await Promise.all([doctor(away), doctor({ SMTP_URL })]);
    expect(about(unreachable, 'SMTP')).toMatchObject([
      { state: 'WRONG', found: expect.stringContaining('ECONNREFUSED') },
    ]);
    expect(about(unsigned, 'SMTP')).toMatchObject([{ state: 'WRONG', advice: 'Set SMTP_FROM to the sender.' }]);
  });

  it.concurrent('asks the addresses that it knows, and refuses a console on plain http', async () => {
    const address = `http://127.0.0.1:${await freePort()}`;
    const [findings, plain] = await Promise.all([
      doctor({ CONSOLE_PUBLIC_URL: address, VEDETTE_URL: address }),
      doctor({ CONSOLE_PUBLIC_URL: 'http://console.invalid' }),
    ]);
    const away = { state: 'WRONG', found: expect.stringContaining('ECONNREFUSED') };
    expect(about(findings, 'port')).toMatchObject([away, away]);
    expect(about(findings, 'console')).toMatchObject([{ state: 'OK' }]);
    expect(about(plain, 'console')).toMatchObject([{ state: 'WRONG' }]);
    expect(about(plain, 'port')).toMatchObject([{ state: 'NOTICE', found: expect.stringContaining('from here') }]);
  });
});
