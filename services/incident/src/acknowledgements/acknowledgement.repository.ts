import { Injectable } from '@nestjs/common';
import type { ContactType } from '@vedette/contract';
import { ServiceDatabase } from '@vedette/service-host';
import { ContactAddresses } from '../recipients/contact-addresses.ts';
import type { AcknowledgementRight } from '../messages/acknowledgement-token.ts';
import type { Addressee } from '../messages/alert-timeline.ts';

export interface FollowedLink {
  readonly organizationId: string;
  readonly isOver: boolean;
  readonly contact: Addressee;
}

interface LinkRow extends Omit<FollowedLink, 'contact'> {
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
    private readonly addresses: ContactAddresses,
  ) {
    this.#pool = pool;
  }

  /** Undefined when the contact or the monitor is deleted. */
  async find({ incidentId, contactId }: AcknowledgementRight): Promise<FollowedLink | undefined> {
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
    return { organizationId, isOver, contact: { type, name, address: this.addresses.open(contactId, sealed) } };
  }
}
