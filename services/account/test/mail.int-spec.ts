import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { smtpError, SmtpReceiver } from '@vedette/test-kit/smtp-receiver';
import { InvitationAcceptance } from '../src/invitations/invitation-acceptance.ts';
import { InvitationService } from '../src/invitations/invitation.service.ts';
import { MailRepository } from '../src/mail/mail.repository.ts';
import { SignInRequestService } from '../src/sign-in/sign-in-request.service.ts';
import { SignInService } from '../src/sign-in/sign-in.service.ts';
import { answerOf, newMember, newOrganization, newPerson, newVisit, startSuite, tokenIn, type Suite } from './suite.ts';

let smtp: SmtpReceiver;
let suite: Suite;
let requests: SignInRequestService;
let signIns: SignInService;
let addresses = 0;

beforeAll(async () => {
  smtp = new SmtpReceiver();
  suite = await startSuite({ smtpUrl: await smtp.listen(), smtpFrom: 'Vedette <people@vedette.test>' });
  requests = suite.service.get(SignInRequestService);
  signIns = suite.service.get(SignInService);
});

beforeEach(() => {
  smtp.react = () => undefined;
});

afterAll(async () => {
  await suite.stop();
  await smtp.close();
});

const newAddress = (): string => `mail-${(addresses += 1)}@example.com`;

/** Asks from an address of its own each time. */
async function ask(email: string): Promise<unknown> {
  return answerOf(requests.request(email, newVisit()));
}

async function mailsEnded(address: string, count: number): Promise<{ sent: boolean }[]> {
  return waitFor(`${count} mails to ${address} to end`, async () => {
    const { rows } = await suite.pool.query<{ sent: boolean }>(
      'SELECT is_sent AS sent FROM account.mail WHERE address = $1 AND ended_at IS NOT NULL ORDER BY id',
      [address],
    );
    return rows.length >= count ? rows : undefined;
  });
}

describe('a sign-in link by mail', () => {
  it('goes to the person who asks, and signs them in', async () => {
    const { email, id } = await newPerson(suite);
    expect(await ask(email.toUpperCase())).toEqual({ email: email.toUpperCase() });
    const [mail] = await smtp.got(email, 1);
    expect(mail).toMatchObject({ subject: 'Your link to sign in to Vedette' });
    expect(mail?.text).toContain('https://vedette.example/console/sign-in#token=');
    const shown = await answerOf(signIns.redeem(newVisit(), { token: tokenIn(mail?.text), replace: false }));
    expect(shown).toMatchObject({ person: { id } });
  });

  it('is not sent to an address that nobody has, and the answer is the same', async () => {
    const stranger = newAddress();
    expect(await ask(stranger)).toEqual({ email: stranger });
    expect(await mailsEnded(stranger, 1)).toEqual([{ sent: false }]);
    expect(smtp.to(stranger)).toEqual([]);
  });

  it('is sent five times an hour to one address, and no more', async () => {
    const { email } = await newPerson(suite);
    for (let asked = 1; asked <= 7; asked += 1) {
      await ask(email);
      await mailsEnded(email, asked);
    }
    expect((await mailsEnded(email, 7)).map(({ sent }) => sent)).toEqual([true, true, true, true, true, false, false]);
    expect(smtp.to(email)).toHaveLength(5);
  });

  it('is sent five times an hour to one address, however many are asked for at once', async () => {
    const { email } = await newPerson(suite);
    await Promise.all(Array.from({ length: 8 }, () => ask(email)));
    const ended = await mailsEnded(email, 8);
    expect(ended.filter(({ sent }) => sent)).toHaveLength(5);
    expect(smtp.to(email)).toHaveLength(5);
  });

  it('does not wait for invitations that the mail server is slow to take', async () => {
    const admin = await newMember(suite, await newOrganization(suite), 'ADMIN');
    const { email } = await newPerson(suite);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let held = 0;
    smtp.react = ({ subject }) => {
      if (subject?.startsWith('An invitation') !== true) return undefined;
      held += 1;
      return released;
    };
    const invitations = suite.service.get(InvitationService);
    for (let made = 0; made < 10; made += 1) {
      await answerOf(invitations.create(admin, { email: newAddress(), role: 'VIEWER' }));
    }
    await waitFor('the mail server to hold invitations', () => held >= 5);
    await ask(email);
    const [mail] = await smtp.got(email, 1);
    expect(mail?.subject).toBe('Your link to sign in to Vedette');
    expect(held).toBeLessThan(10);
    release();
  });

  it('is asked for twenty times an hour by one client, and no more', async () => {
    const client = '203.0.113.9';
    const asked = await Promise.allSettled(
      Array.from({ length: 22 }, () => requests.request(newAddress(), newVisit(client))),
    );
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    await expect(requests.request(newAddress(), newVisit(client))).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('is tried again when the mail server is busy, with another token', async () => {
    const { email } = await newPerson(suite);
    const texts: (string | undefined)[] = [];
    smtp.react = (mail) => {
      if (!mail.to?.some(({ address }) => address === email)) return;
      texts.push(mail.text);
      if (texts.length === 1) throw smtpError(451, 'Come back later');
    };
    await ask(email);
    const [mail] = await smtp.got(email, 1);
    expect(texts).toHaveLength(2);
    expect(tokenIn(texts[0])).not.toBe(tokenIn(texts[1]));
    expect(await answerOf(signIns.redeem(newVisit(), { token: tokenIn(mail?.text), replace: false }))).toMatchObject({
      person: { email },
    });
  });

  it('is given up when the mail server knows no such address', async () => {
    const { email } = await newPerson(suite);
    smtp.unknown.add(email);
    await ask(email);
    expect(await mailsEnded(email, 1)).toEqual([{ sent: false }]);
  });

  it('leaves no token in the tables', async () => {
    const { email } = await newPerson(suite);
    await ask(email);
    const [mail] = await smtp.got(email, 1);
    const token = tokenIn(mail?.text);
    const tables = ['mail', 'sign_in_link', 'audit_log', 'idempotent_answer', 'outbox'];
    for (const table of tables) {
      const { rows } = await suite.pool.query<{ line: string }>(`SELECT t::text AS line FROM account.${table} AS t`);
      expect(rows.filter(({ line }) => line.includes(token))).toEqual([]);
    }
  });
});

describe('an invitation by mail', () => {
  it('is shown to nobody else, and lets in the person of that address alone', async () => {
    const organizationId = await newOrganization(suite);
    const admin = await newMember(suite, organizationId, 'ADMIN');
    const email = newAddress();
    const created = await answerOf(suite.service.get(InvitationService).create(admin, { email, role: 'VIEWER' }));
    expect(created).toMatchObject({ email, mailed: true, url: null });
    const [mail] = await smtp.got(email, 1);
    expect(mail).toMatchObject({ subject: 'An invitation to Acme on Vedette' });
    expect(mail?.text).toContain(`${admin.person.name} invites you`);
    const entered = suite.service.get(InvitationAcceptance).enter(newVisit(), tokenIn(mail?.text));
    expect(await answerOf(entered)).toMatchObject({ person: { email }, role: 'VIEWER' });
  });
});

describe('mails of organizations', () => {
  it('take turns, and whoever waited longest for a turn comes first', async () => {
    const mails = new MailRepository(suite.sql);
    const [large, small, late] = [newId('org'), newId('org'), newId('org')];
    // The sender of the service leaves them alone: they are due tomorrow.
    let now = Date.now() + 86_400_000;
    const queue = async (organizationId: string, count: number): Promise<void> => {
      const mail = { kind: 'NEW_ROLE', organizationId, invitationId: null } as const;
      const notice = { kind: 'NEW_ROLE', organization: 'Acme', role: 'ADMIN', by: 'Ada' } as const;
      for (let index = 0; index < count; index += 1) {
        await mails.queue(suite.sql, { ...mail, address: newAddress(), notice }, new Date(now));
      }
    };
    const order: string[] = [];
    const names = new Map<string, string>([
      [large, 'large'],
      [small, 'small'],
      [late, 'late'],
    ]);
    const takeOne = async (): Promise<void> => {
      now += 1_000;
      const taken = await mails.take('ORGANIZATION', 1, new Date(now), new Date(now + 86_400_000));
      order.push(...taken.map(({ organizationId }) => names.get(organizationId ?? '') ?? 'another'));
    };
    await queue(large, 6);
    await queue(small, 2);
    for (let taken = 0; taken < 4; taken += 1) await takeOne();
    await queue(late, 1);
    for (let taken = 0; taken < 6; taken += 1) await takeOne();
    expect(order).toEqual(['large', 'small', 'large', 'small', 'late', 'large', 'large', 'large', 'large']);
  });

  it('are no reason to keep back those of another one to the same address', async () => {
    const email = newAddress();
    const invitations = suite.service.get(InvitationService);
    for (let organizations = 0; organizations < 7; organizations += 1) {
      const admin = await newMember(suite, await newOrganization(suite), 'ADMIN');
      await answerOf(invitations.create(admin, { email, role: 'VIEWER' }));
    }
    expect(await smtp.got(email, 7)).toHaveLength(7);
  });
});

it('offers mail as a way to sign in', async () => {
  const methods = requests.methods({ limit: 25, offset: 0 });
  expect(await answerOf(Promise.resolve(methods))).toMatchObject({ data: [{ type: 'MAIL' }, { type: 'OPERATOR' }] });
});

it('tells how long the oldest mail has been due', async () => {
  const mails = new MailRepository(suite.sql);
  const dueAt = Date.now() + 3_600_000;
  const mail = {
    kind: 'SIGN_IN_LINK',
    address: newAddress(),
    organizationId: null,
    invitationId: null,
    notice: null,
  } as const;
  await mails.queue(suite.sql, mail, new Date(dueAt));
  expect(await mails.oldestDueSeconds(new Date(0))).toBe(0);
  expect(await mails.oldestDueSeconds(new Date(dueAt + 90_000))).toBeGreaterThanOrEqual(90);
});
