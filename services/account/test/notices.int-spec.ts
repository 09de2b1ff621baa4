import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Role } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { SmtpReceiver } from '@vedette/test-kit/smtp-receiver';
import type { ActingMember } from '../src/acting.ts';
import { KeyService } from '../src/keys/key.service.ts';
import { MemberService } from '../src/people/member.service.ts';
import { SignInRequestService } from '../src/sign-in/sign-in-request.service.ts';
import { SignInService } from '../src/sign-in/sign-in.service.ts';
import {
  answerOf,
  keyed,
  newMember,
  newOrganization,
  newPerson,
  newVisit,
  startSuite,
  tokenIn,
  type Suite,
} from './suite.ts';

let smtp: SmtpReceiver;
let suite: Suite;
let requests: SignInRequestService;
let signIns: SignInService;

beforeAll(async () => {
  smtp = new SmtpReceiver();
  suite = await startSuite({ smtpUrl: await smtp.listen(), smtpFrom: 'Vedette <people@vedette.test>' });
  requests = suite.service.get(SignInRequestService);
  signIns = suite.service.get(SignInService);
});

afterAll(async () => {
  await suite.stop();
  await smtp.close();
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
      await requests.request(email, newVisit());
      const links = await waitFor('the link', () => {
        const mails = smtp.to(email).filter(({ subject }) => subject?.startsWith('Your link'));
        return mails.length > sent ? mails : undefined;
      });
      await signIns.redeem(newVisit(address), { token: tokenIn(links.at(-1)?.text), replace: false });
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
