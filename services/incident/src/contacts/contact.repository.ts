import { Injectable } from '@nestjs/common';
import type { AlertContact, ContactType } from '@vedette/contract';
import { PrismaClient } from '../generated/client.ts';
import type { Transaction } from '../mutations.ts';
import { ContactAddresses } from './contact-addresses.ts';
import { isAttached, type AttachableMonitor, type Attachment } from './contact-attachment.ts';

export interface NewContact extends Attachment {
  readonly id: string;
  readonly organizationId: string;
  readonly type: ContactType;
  readonly name: string | null;
  readonly address: string;
  readonly createdAt: Date;
}

export interface AttachedContact {
  readonly id: string;
  readonly type: ContactType;
}

const WITH_EXCEPTIONS = { monitors: { orderBy: { monitorId: 'asc' } } } as const;

type ContactRow = Omit<NewContact, 'address'> & {
  readonly sealed: Uint8Array | null;
  readonly monitors: readonly { monitorId: string; attached: boolean }[];
};

@Injectable()
export class ContactRepository {
  constructor(
    private readonly prisma: PrismaClient,
    private readonly addresses: ContactAddresses,
  ) {}

  async insert({ address, ...contact }: NewContact, attachedIds: readonly string[]): Promise<AlertContact> {
    const sealed = this.addresses.seal(contact.id, address);
    const monitors = { create: attachedIds.map((monitorId) => ({ monitorId, attached: true })) };
    const created = await this.prisma.contact.create({
      data: { ...contact, sealed, monitors },
      include: WITH_EXCEPTIONS,
    });
    return this.#shown(created);
  }

  /** The oldest first. */
  async list(organizationId: string): Promise<AlertContact[]> {
    const found = await this.prisma.contact.findMany({
      where: { organizationId, removedAt: null },
      orderBy: { id: 'asc' },
      include: WITH_EXCEPTIONS,
    });
    return found.map((contact) => this.#shown(contact));
  }

  async find(id: string, tx: Transaction = this.prisma): Promise<AlertContact | undefined> {
    const found = await tx.contact.findUnique({ where: { id, removedAt: null }, include: WITH_EXCEPTIONS });
    return found === null ? undefined : this.#shown(found);
  }

  /** Attaches all existing monitors or none; future monitors are attached. Undefined when there is no such contact. */
  async setBaseline(
    tx: Transaction,
    id: string,
    { baselineAt, baselineAttached }: Attachment,
  ): Promise<AlertContact | undefined> {
    await tx.contactMonitor.deleteMany({ where: { contactId: id } });
    await tx.contact.updateMany({ where: { id }, data: { baselineAt, baselineAttached } });
    return this.find(id, tx);
  }

  async setExceptions(id: string, monitorIds: readonly string[], attached: boolean): Promise<AlertContact | undefined> {
    await this.prisma.$executeRaw`
      INSERT INTO incident.contact_monitor (contact_id, monitor_id, attached)
      SELECT contact.id, monitor_id, ${attached}::boolean
      FROM incident.contact CROSS JOIN unnest(${[...new Set(monitorIds)]}::text[]) AS monitor (monitor_id)
      WHERE contact.id = ${id} AND contact.removed_at IS NULL
      ON CONFLICT (contact_id, monitor_id) DO UPDATE SET attached = EXCLUDED.attached`;
    return this.find(id);
  }

  /** Removes the contact and its unsent alerts; returns the contact as it was. */
  async remove(tx: Transaction, id: string, removedAt: Date): Promise<AlertContact | undefined> {
    const found = await this.find(id, tx);
    if (found === undefined) return undefined;
    await tx.contact.updateMany({ where: { id }, data: { removedAt, name: null, sealed: null } });
    await tx.contactMonitor.deleteMany({ where: { contactId: id } });
    await tx.alertJob.deleteMany({ where: { channel: found.type, state: 'PENDING', contactId: id } });
    return found;
  }

  async attachedTo(
    tx: Transaction,
    organizationId: string,
    monitor: AttachableMonitor & { readonly id: string },
  ): Promise<AttachedContact[]> {
    const contacts = await tx.$queryRaw<(AttachedContact & Attachment & { exception: boolean | null })[]>`
      SELECT contact.id, contact.type::text, contact.baseline_at AS "baselineAt",
        contact.baseline_attached AS "baselineAttached", exception.attached AS exception
      FROM incident.contact
      LEFT JOIN incident.contact_monitor AS exception
        ON exception.contact_id = contact.id AND exception.monitor_id = ${monitor.id}
      WHERE contact.organization_id = ${organizationId} AND contact.removed_at IS NULL ORDER BY contact.id`;
    return contacts.filter((contact) => isAttached(contact, contact.exception ?? undefined, monitor));
  }

  #shown(contact: ContactRow): AlertContact {
    const exceptions = (attached: boolean): string[] =>
      contact.monitors.filter((exception) => exception.attached === attached).map(({ monitorId }) => monitorId);
    return {
      id: contact.id,
      organizationId: contact.organizationId,
      type: contact.type,
      name: contact.name,
      to: this.addresses.open(contact.id, contact.sealed),
      monitors: {
        since: contact.baselineAt.toISOString(),
        before: contact.baselineAttached ? 'ALL' : 'NONE',
        attached: exceptions(true),
        detached: exceptions(false),
      },
      createdAt: contact.createdAt.toISOString(),
    };
  }
}
