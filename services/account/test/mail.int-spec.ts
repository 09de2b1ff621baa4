import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Role } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { smtpError, SmtpReceiver } from '@vedette/test-kit/smtp-receiver';
import type { ActingMember } from '../src/acting.ts';
import { InvitationAcceptance } from '../src/invitations/invitation-acceptance.ts';
import { InvitationService } from '../src/invitations/invitation.service.ts';
import { KeyService } from '../src/keys/key.service.ts';
import { MailRepository } from '../src/mail/mail.repository.ts';
import { MemberService } from '../src/people/member.service.ts';
import { SignInService } from '../src/sign-in/sign-in.service.ts';
import { answerOf, keyed, newMember, newOrganization, newPerson, newVisit, startSuite, type Suite } from './suite.ts';

let smtp: SmtpReceiver;
let suite: Suite;
let signIns: SignInService;
let addresses = 0;

beforeAll(async () => {
  smtp = new SmtpReceiver();
  suite = await startSuite({ smtpUrl: await smtp.listen(), smtpFrom: 'Vedette <people@vedette.test>' });
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

/** The token of the link in a mail. */
function tokenIn(text: string | undefined): string {
  return /#token=(\S+)/.exec(text ?? '')?.[1] ?? '';
}

/** Asks from an address of its own each time. */
async function ask(email: string): Promise<unknown> {
  return answerOf(signIns.request(email, newVisit()));
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
    const shown = await answerOf(signIns.redeem(newVisit(), tokenIn(mail?.text)));
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

  it('is asked for twenty times an hour by one client, and no more', async () => {
    const client = '203.0.113.9';
    const asked = await Promise.allSettled(
      Array.from({ length: 22 }, () => signIns.request(newAddress(), newVisit(client))),
    );
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    await expect(signIns.request(newAddress(), newVisit(client))).rejects.toMatchObject({ code: 'rate_limited' });
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
    expect(await answerOf(signIns.redeem(newVisit(), tokenIn(mail?.text)))).toMatchObject({ person: { email } });
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

describe('a notice by mail', () => {
  it('tells the person in whose name a key is made', async () => {
    const organizationId = await newOrganization(suite);
    const admin = await newMember(suite, organizationId, 'ADMIN');
    const by = keyed(admin);
    const fields = { name: 'CI', access: 'FULL', expiresAt: null } as const;
    const { secret } = await answerOf(suite.service.get(KeyService).create(by, fields));
    await answerOf(suite.service.get(KeyService).create(by, fields));
    const [mail, again] = await smtp.got(admin.person.email, 1);
    expect(mail?.subject).toBe('A new API key in Acme on Vedette');
    expect(mail?.text).toContain('"CI" with full access in Acme from the address 192.0.2.1');
    expect(mail?.text).toContain('https://vedette.example/console/');
    expect(mail?.text).not.toContain(String(secret));
    expect(again).toBeUndefined();
  });

  it('tells the person in whose name a secret is replaced', async () => {
    const admin = await newMember(suite, await newOrganization(suite), 'ADMIN');
    const keys = suite.service.get(KeyService);
    const { id } = await answerOf(keys.create(admin, { name: 'CI', access: 'READ_ONLY', expiresAt: null }));
    await answerOf(keys.replace(admin, String(id), 0));
    const mails = await smtp.got(admin.person.email, 2);
    const mail = mails.find(({ subject }) => subject === 'A new secret of an API key in Acme on Vedette');
    expect(mail?.text).toContain('"CI" with read-only access in Acme from the address 192.0.2.1');
  });

  it('tells all owners, and nobody else, which keys somebody knows who was removed', async () => {
    const organizationId = await newOrganization(suite);
    const join = (role: Role) => newMember(suite, organizationId, role);
    const [owner, second, admin] = [await join('OWNER'), await join('OWNER'), await join('ADMIN')];
    const keys = suite.service.get(KeyService);
    const create = async (by: ActingMember, name: string): Promise<string> =>
      String((await answerOf(keys.create(by, { name, access: 'FULL', expiresAt: null })))['id']);
    await create(admin, 'Made');
    const [handedOver, takenOver] = [await create(admin, 'Handed over'), await create(owner, 'Taken over')];
    await create(owner, 'Not theirs');
    await keys.delete(owner, await create(admin, 'Revoked'));
    await keys.replace(owner, handedOver, 0);
    await keys.replace(admin, takenOver, 0);
    const members = suite.service.get(MemberService);
    await members.remove(owner, (await join('ADMIN')).person.id);
    await members.remove(owner, admin.person.id);
    for (const { person } of [owner, second]) {
      const told = await waitFor('the mail about keys', () => {
        const mails = smtp.to(person.email).filter(({ subject }) => subject?.includes('knows API keys'));
        return mails.length > 0 ? mails : undefined;
      });
      expect(told).toHaveLength(1);
      expect(told[0]?.text).toContain('these API keys: "Made" and "Taken over".');
    }
    expect(smtp.to(admin.person.email).filter(({ subject }) => subject?.includes('knows'))).toEqual([]);
  });

  it('tells a person of a new role, and of nothing if the role stays', async () => {
    const organizationId = await newOrganization(suite);
    const owner = await newMember(suite, organizationId, 'OWNER');
    const { person } = await newMember(suite, organizationId, 'VIEWER');
    const members = suite.service.get(MemberService);
    await members.update(owner, person.id, { role: 'VIEWER' });
    await members.update(owner, person.id, { role: 'ADMIN' });
    const mails = await smtp.got(person.email, 1);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your role in Acme on Vedette is ADMIN now']);
    expect(smtp.to(owner.person.email)).toEqual([]);
  });

  it('tells a person of a sign-in from an address that is new to them, once', async () => {
    const { email } = await newPerson(suite);
    const enter = async (address: string): Promise<void> => {
      const sent = smtp.to(email).filter(({ subject }) => subject?.startsWith('Your link')).length;
      await ask(email);
      const links = await waitFor('the link', () => {
        const mails = smtp.to(email).filter(({ subject }) => subject?.startsWith('Your link'));
        return mails.length > sent ? mails : undefined;
      });
      await signIns.redeem(newVisit(address), tokenIn(links.at(-1)?.text));
    };
    // The first address, another one of its network, a new one, and both again.
    for (const address of ['2001:db8:1:2::1', '2001:db8:1:2::2', '198.51.100.7', '198.51.100.7', '2001:db8:1:2::3']) {
      await enter(address);
    }
    const isNotice = ({ subject }: { subject?: string | undefined }) =>
      subject === 'A sign-in to Vedette from a new address';
    const notices = await waitFor('the notice', () => {
      const found = smtp.to(email).filter(isNotice);
      return found.length > 0 ? found : undefined;
    });
    expect(notices).toHaveLength(1);
    expect(notices[0]?.text).toContain('from 198.51.100.7');
  });
});

it('offers mail as a way to sign in', async () => {
  const methods = signIns.methods({ limit: 25, offset: 0 });
  expect(await answerOf(Promise.resolve(methods))).toMatchObject({ data: [{ type: 'MAIL' }, { type: 'OPERATOR' }] });
});

it('tells how long the oldest mail has been due', async () => {
  const mails = new MailRepository(suite.sql);
  const dueAt = Date.now() + 3_600_000;
  const mail = { kind: 'SIGN_IN_LINK', address: newAddress(), invitationId: null, notice: null } as const;
  await mails.queue(suite.sql, mail, new Date(dueAt));
  expect(await mails.oldestDueSeconds(new Date(0))).toBe(0);
  expect(await mails.oldestDueSeconds(new Date(dueAt + 90_000))).toBeGreaterThanOrEqual(90);
});
