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

let suite: Suite;
let mailServer: SmtpReceiver;
let smtpUrl: string;

beforeAll(async () => {
  [suite, mailServer] = [await startSuite(), new SmtpReceiver()];
  smtpUrl = await mailServer.listen();
});

afterAll(async () => {
  await Promise.all([suite.stop(), mailServer.close()]);
});

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
  it('shows the services that answer, and names those that do not', async () => {
    const { code, out } = await vedette({}, 'status', '--json');
    const { services, wrong } = JSON.parse(out) as { services: { service: string }[]; wrong: Finding[] };
    expect(code).toBe(1);
    expect(services.find(({ service }) => service === 'account')).toMatchObject({ replicas: 1, ready: 1 });
    expect(services.find(({ service }) => service === 'gateway')).toMatchObject({ replicas: 0, ready: 0, since: null });
    expect(wrong.map(({ found }) => found)).toContain('no replica of gateway answers');
    expect(wrong.map(({ found }) => found)).not.toContain('no replica of account answers');
  });

  it('fits on one screen', async () => {
    const { out } = await vedette({}, 'status');
    const lines = out.trimEnd().split('\n');
    expect(lines.length).toBeLessThan(25);
    expect(lines[0]).toMatch(/^SERVICE +REPLICAS +READY +SINCE$/);
    expect(lines).toContain('Nothing is late.');
    expect(lines).toContain('Wrong:');
  });

  it('says in one sentence that NATS cannot be reached', async () => {
    const url = `nats://127.0.0.1:${await freePort()}`;
    const child = spawn(process.execPath, [inRepository('services/account/bundle/cli.js'), 'status'], {
      env: { DATABASE_URL: suite.config.databaseUrl, NATS_URL: url },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    expect(await text(child.stderr)).toMatch(/^NATS cannot be reached \(.+\): is the stack running\?\n$/);
  });
});

describe('vedette doctor', () => {
  it('finds the stores that answer, and agrees with their clocks', async () => {
    const findings = await doctor({});
    expect(about(findings, 'PostgreSQL')).toMatchObject([{ state: 'OK', advice: null }]);
    expect(about(findings, 'NATS')).toMatchObject([{ state: 'OK' }]);
    expect(about(findings, 'clock')).toMatchObject([{ state: 'OK' }]);
  });

  it('says what to do about stores that do not, without their passwords', async () => {
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

  it('signs in to the mail server and sends nothing, unless it is told to whom', async () => {
    const env = { SMTP_URL: smtpUrl, SMTP_FROM: 'Vedette <people@vedette.example>' };
    expect(about(await doctor(env), 'SMTP')).toMatchObject([{ state: 'OK', found: 'the mail server accepts us' }]);
    expect(mailServer.mails).toEqual([]);
    expect(about(await doctor(env, '--mail', 'ops@example.com'), 'SMTP')).toMatchObject([{ state: 'OK' }]);
    expect(mailServer.to('ops@example.com')).toHaveLength(1);
  });

  it('says what a mail server answers that refuses', async () => {
    const env = { SMTP_URL: smtpUrl, SMTP_FROM: 'Vedette <people@vedette.example>' };
    mailServer.unknown.add('nobody@example.com');
    mailServer.react = () => {
      throw smtpError(554, 'Relay access denied');
    };
    const [refused] = about(await doctor(env, '--mail', 'ops@example.com'), 'SMTP');
    expect(refused).toMatchObject({ state: 'WRONG', found: expect.stringContaining('554 Relay access denied') });
    expect(refused?.advice).toContain('SMTP_URL');
    const [unknown] = about(await doctor(env, '--mail', 'nobody@example.com'), 'SMTP');
    expect(unknown).toMatchObject({ state: 'WRONG', found: expect.stringContaining('550 No such user here') });
    const withUser = { ...env, SMTP_URL: smtpUrl.replace('smtp://', 'smtp://user:hunter2@') };
    const [unauthorized] = about(await doctor(withUser), 'SMTP');
    expect(unauthorized).toMatchObject({
      state: 'WRONG',
      found: expect.stringContaining('the mail server does not accept us'),
    });
  });

  it('says that the mail server is away, or that its sender is missing', async () => {
    const away = { SMTP_URL: `smtp://127.0.0.1:${await freePort()}`, SMTP_FROM: 'people@vedette.example' };
    expect(about(await doctor(away), 'SMTP')).toMatchObject([
      { state: 'WRONG', found: expect.stringContaining('ECONNREFUSED') },
    ]);
    expect(about(await doctor({ SMTP_URL: smtpUrl }), 'SMTP')).toMatchObject([
      { state: 'WRONG', advice: 'Set SMTP_FROM to the sender.' },
    ]);
  });

  it('asks the addresses that it knows, and refuses a console on plain http', async () => {
    const address = `http://127.0.0.1:${await freePort()}`;
    const findings = await doctor({ CONSOLE_PUBLIC_URL: address, VEDETTE_URL: address });
    const away = { state: 'WRONG', found: expect.stringContaining('ECONNREFUSED') };
    expect(about(findings, 'port')).toMatchObject([away, away]);
    expect(about(findings, 'console')).toMatchObject([{ state: 'OK' }]);
    const plain = await doctor({ CONSOLE_PUBLIC_URL: 'http://console.invalid' });
    expect(about(plain, 'console')).toMatchObject([{ state: 'WRONG' }]);
    expect(about(plain, 'port')).toMatchObject([{ state: 'NOTICE', found: expect.stringContaining('from here') }]);
  });
});
