import { Injectable } from '@nestjs/common';
import type { CredentialChange } from '@vedette/contract';
import type { Connection, Sql } from '@vedette/database';
import type { Reply, Seal } from '@vedette/messaging';
import { SecretBox } from '@vedette/sealing';
import { keyedOf, originOf, type ActingMember, type SignedIn } from './acting.ts';
import { AuditRepository, type Act } from './audit/audit.repository.ts';
import { CredentialSignal } from './credential-signal.ts';
import { MailQueue } from './mail/mail-queue.ts';
import { AccountMutations } from './mutations.ts';

export interface ActOptions {
  /** The answer holds a secret: it is stored encrypted. */
  readonly isSecret?: boolean;
  /** What the gateways must read again after the commit. */
  readonly changed?: CredentialChange;
}

/** Carries out what people ask for: once for each idempotency key, with a line in the audit log. */
@Injectable()
export class Acts {
  readonly #sealedAnswers: Seal;

  constructor(
    private readonly mutations: AccountMutations,
    private readonly audit: AuditRepository,
    private readonly signal: CredentialSignal,
    private readonly mail: MailQueue,
    secrets: SecretBox,
  ) {
    this.#sealedAnswers = secrets.within('idempotent answer');
  }

  async once(
    by: SignedIn | ActingMember,
    { isSecret = false, changed }: ActOptions,
    work: (tx: Connection, now: Date) => Promise<unknown>,
  ): Promise<Reply> {
    const reply = await this.mutations.once(keyedOf(by), work, isSecret ? this.#sealedAnswers : undefined);
    this.announce(...(changed === undefined ? [] : [changed]));
    return reply;
  }

  /** Sends the mails of a commit, and tells the gateways what to read again. `once` does it by itself. */
  announce(...changes: readonly CredentialChange[]): void {
    this.mail.wake();
    for (const change of changes) this.signal.announce(change);
  }

  /** In the transaction of the act. */
  record(
    tx: Sql,
    by: SignedIn | ActingMember,
    act: Pick<Act, 'operation' | 'resource' | 'changedFields'>,
    now: Date,
  ): Promise<void> {
    const organizationId = 'organizationId' in by ? by.organizationId : null;
    return this.audit.append(tx, { ...originOf(by), organizationId, ...act }, now);
  }
}
