import { Injectable } from '@nestjs/common';
import { Reply } from '@vedette/messaging';
import { AuditRepository } from '../audit/audit.repository.ts';
import { MailQueue } from '../mail/mail-queue.ts';
import { AccountMutations } from '../mutations.ts';
import { emailAddress } from '../people/email-address.ts';
import type { Visitor } from './session-start.ts';
import { SignInLimits } from './sign-in-limits.ts';

/** How people ask for a link to sign in. There are no passwords. */
@Injectable()
export class SignInRequestService {
  constructor(
    private readonly limits: SignInLimits,
    private readonly audit: AuditRepository,
    private readonly mail: MailQueue,
    private readonly mutations: AccountMutations,
  ) {}

  /** The answer, and its time, are the same whether or not the address belongs to a person. */
  async request(email: string, visitor: Visitor): Promise<Reply> {
    const known = emailAddress(email);
    const { address } = visitor;
    await this.mutations.run(async (tx) => {
      const now = new Date();
      await this.limits.require(tx, 'REQUEST', address, now);
      await this.limits.count(tx, 'REQUEST', address, now);
      // Nobody has proven the address, so the line names neither the address nor its person.
      const line = {
        ...visitor,
        actor: { kind: 'nobody' },
        organizationId: null,
        operation: 'createSignInLink',
      } as const;
      await this.audit.append(tx, line, now);
      if (known === undefined || !this.mail.isOn) return;
      const link = { kind: 'SIGN_IN_LINK', address: known, organizationId: null, invitationId: null } as const;
      await this.mail.add(tx, link, now);
    });
    this.mail.wake();
    return Reply.of({ email });
  }

  methods({ limit, offset }: { limit: number; offset: number }): Reply {
    const all = [...(this.mail.isOn ? ['MAIL'] : []), 'OPERATOR'].map((type) => ({ type }));
    return Reply.of({ data: all.slice(offset, offset + limit), pagination: { limit, offset, total: all.length } });
  }
}
