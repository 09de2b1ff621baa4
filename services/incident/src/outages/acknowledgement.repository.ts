import { Injectable } from '@nestjs/common';
import type { ContactType } from '@vedette/contract';
import { ServiceDatabase } from '@vedette/service-host';
import { AcknowledgementLinks } from '../incidents/acknowledgement-links.ts';
import { ContactAddresses } from '../incidents/contact-addresses.ts';
import type { KnownContact } from '../messages/timeline-entry.ts';

export interface FollowedLink {
  readonly incidentId: string;
  readonly organizationId: string;
  readonly isOver: boolean;
  readonly contact: KnownContact;
}

interface LinkRow extends Pick<FollowedLink, 'organizationId' | 'isOver'> {
  readonly type: ContactType;
  readonly name: string | null;
  readonly sealed: Buffer | null;
}

/** Reads what a link in an alert is about. */
@Injectable()
export class AcknowledgementRepository {
  readonly #pool: ServiceDatabase['pool'];

  constructor(
    { pool }: ServiceDatabase,
    private readonly links: AcknowledgementLinks,
    private readonly addresses: ContactAddresses,
  ) {
    this.#pool = pool;
  }

  /** Undefined if the token is not genuine, or if the contact or the monitor was deleted. */
  async follow(token: string, now: Date): Promise<FollowedLink | undefined> {
    const verdict = this.links.read(token, now);
    if (verdict.kind === 'refused') return undefined;
    const { incidentId, contactId } = verdict.right;
    const { rows } = await this.#pool.query<LinkRow>(
      `SELECT i.organization_id AS "organizationId", i.resolved_at IS NOT NULL AS "isOver",
         contact.type, contact.name, contact.sealed
       FROM incident.incident AS i
       JOIN incident.monitor AS m ON m.id = i.monitor_id AND m.forgotten_at IS NULL
       JOIN incident.contact ON contact.id = $2 AND contact.organization_id = i.organization_id
         AND contact.removed_at IS NULL
       WHERE i.id = $1`,
      [incidentId, contactId],
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const { organizationId, isOver, type, name, sealed } = row;
    const contact = { id: contactId, type, name, address: this.addresses.open(contactId, sealed) };
    return { incidentId, organizationId, isOver, contact };
  }
}
