import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Sql } from '@vedette/database';
import type { MailBody } from '@vedette/mail/mail-layout';
import { CONFIG } from '@vedette/service-host';
import type { AccountConfig } from './config.ts';
import { InvitationRepository } from './invitations/invitation.repository.ts';
import { invitationMail, noticeMail, signInMail } from './mail/mail-text.ts';
import type { QueuedMail } from './mail/mail.repository.ts';
import { OrganizationRepository } from './organizations/organization.repository.ts';
import { PersonRepository } from './people/person.repository.ts';
import { linkExpiresAt } from './sign-in/sign-in-links.ts';
import { SignInRepository } from './sign-in/sign-in.repository.ts';
import { hashToken, makeToken, tokenUrl } from './sign-in/token.ts';

/** Writes mails right before they are sent. A token is made for each attempt and is stored as its hash alone. */
@Injectable()
export class MailWriter {
  readonly #consoleUrl: string;

  constructor(
    private readonly people: PersonRepository,
    private readonly links: SignInRepository,
    private readonly invitations: InvitationRepository,
    private readonly organizations: OrganizationRepository,
    @Inject(CONFIG) { consolePublicUrl }: AccountConfig,
  ) {
    this.#consoleUrl = consolePublicUrl;
  }

  /** Undefined if there is nobody to write to, or nothing to write of any more. */
  async write(tx: Sql, { address, invitationId, notice }: QueuedMail, now: Date): Promise<MailBody | undefined> {
    if (notice !== null) return noticeMail(notice, new URL('console/', `${this.#consoleUrl}/`).href);
    const token = makeToken(randomBytes);
    const hash = hashToken(token);
    if (invitationId !== null) {
      const invitation = await this.invitations.setToken(tx, invitationId, hash);
      const organization = invitation && (await this.organizations.find(invitation.organizationId, tx));
      if (invitation === undefined || organization === undefined) return undefined;
      const url = tokenUrl(this.#consoleUrl, 'invitation', token);
      return invitationMail(url, organization.name, invitation.invitedBy);
    }
    const person = await this.people.findByEmail(address, tx);
    if (person === undefined) return undefined;
    const link = { hash, personId: person.id, organizationId: null, expiresAt: linkExpiresAt(now) };
    await this.links.insertLink(tx, link);
    return signInMail(tokenUrl(this.#consoleUrl, 'sign-in', token));
  }
}
