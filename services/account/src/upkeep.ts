import { Injectable } from '@nestjs/common';
import { Host } from '@vedette/service-host';
import { AuditRepository } from './audit/audit.repository.ts';
import { InvitationRepository } from './invitations/invitation.repository.ts';
import { MailRepository } from './mail/mail.repository.ts';
import { SessionRepository } from './sessions/session.repository.ts';
import { KnownNetworkRepository } from './sign-in/known-network.repository.ts';
import { SignInRepository } from './sign-in/sign-in.repository.ts';

const EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Longer than any session lasts without use. */
const SESSIONS_KEPT_MS = 8 * DAY_MS;
/** As long as the audit log. */
const NETWORKS_KEPT_MS = 400 * DAY_MS;

/** Deletes what is over: sessions, links, mails, counted tries, and lines of the audit log after 400 days. */
@Injectable()
export class Upkeep {
  constructor(
    host: Host,
    private readonly sessions: SessionRepository,
    private readonly signIns: SignInRepository,
    private readonly audit: AuditRepository,
    private readonly invitations: InvitationRepository,
    private readonly mails: MailRepository,
    private readonly networks: KnownNetworkRepository,
  ) {
    host.lifecycle.loop('upkeep', EVERY_MS, () => this.run(new Date()));
  }

  async run(now: Date): Promise<void> {
    await this.sessions.deleteUnusedSince(new Date(now.getTime() - SESSIONS_KEPT_MS));
    await this.signIns.tidy(new Date(now.getTime() - DAY_MS));
    await this.invitations.tidy(new Date(now.getTime() - DAY_MS));
    await this.mails.tidy(new Date(now.getTime() - DAY_MS));
    await this.networks.tidy(new Date(now.getTime() - NETWORKS_KEPT_MS));
    await this.audit.trim(now);
  }
}
