import { Injectable } from '@nestjs/common';
import { newId, type AlertContact, type ContactCreate, type ContactType } from '@vedette/contract';
import { PrismaClient } from '../generated/client.ts';
import type { Transaction } from '../mutations.ts';
import { ContactAddresses } from './contact-addresses.ts';
import { isAttached, type AttachableMonitor, type Attachment } from './contact-attachment.ts';

/** A contact without the monitors that it is attached to. */
export type StoredContact = Omit<AlertContact, 'monitors'>;

/** Without an organization: of whichever organization. */
export interface ContactKey {
  readonly id: string;
  readonly organizationId?: string;
}

export interface AttachedContact {
  readonly id: string;
  readonly type: ContactType;
}

const WITH_EXCEPTIONS = { monitors: { orderBy: { monitorId: 'asc' } } } as const;

interface ContactRow {
  readonly id: string;
  readonly organizationId: string;
  readonly type: ContactType;
  readonly name: string | null;
  readonly sealed: Uint8Array | null;
  readonly createdAt: Date;
}

type RowWithExceptions = ContactRow &
  Attachment & { readonly monitors: readonly { monitorId: string; attached: boolean }[] };

@Injectable()
export class ContactRepository {
  constructor(
    private readonly prisma: PrismaClient,
    private readonly addresses: ContactAddresses,
  ) {}

  /** It is attached to all existing monitors, to none, or to the given ones, and to every later monitor. */
  async insert(tx: Transaction, { to, monitors, ...fields }: ContactCreate, now: Date): Promise<AlertContact> {
    const id = newId('ac', now.getTime());
    const attachedIds = typeof monitors === 'string' ? [] : monitors;
    const created = await tx.contact.create({
      data: {
        ...fields,
        id,
        sealed: this.addresses.seal(id, to),
        baselineAt: now,
        baselineAttached: monitors === 'ALL',
        createdAt: now,
        monitors: { create: attachedIds.map((monitorId) => ({ monitorId, attached: true })) },
      },
      include: WITH_EXCEPTIONS,
    });
    return this.#withMonitors(created);
  }

  /** Waits for others who add contacts to the organization, so that each of them counts those before. */
  async countForInsert(tx: Transaction, organizationId: string): Promise<number> {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`contacts ${organizationId}`}, 0))`;
    return tx.contact.count({ where: { organizationId, removedAt: null } });
  }

  /** The oldest first. */
  async list(organizationId: string): Promise<AlertContact[]> {
    const found = await this.prisma.contact.findMany({
      where: { organizationId, removedAt: null },
      orderBy: { id: 'asc' },
      include: WITH_EXCEPTIONS,
    });
    return found.map((contact) => this.#withMonitors(contact));
  }

  /** The newest first. */
  async page(
    organizationId: string,
    limit: number,
    offset: number,
  ): Promise<{ contacts: StoredContact[]; total: number }> {
    const where = { organizationId, removedAt: null };
    const [found, total] = await Promise.all([
      this.prisma.contact.findMany({ where, orderBy: { id: 'desc' }, take: limit, skip: offset }),
      this.prisma.contact.count({ where }),
    ]);
    return { contacts: found.map((contact) => this.#stored(contact)), total };
  }

  async find(key: ContactKey, tx: Transaction = this.prisma): Promise<AlertContact | undefined> {
    const found = await tx.contact.findUnique({ where: { ...key, removedAt: null }, include: WITH_EXCEPTIONS });
    return found === null ? undefined : this.#withMonitors(found);
  }

  async rename(tx: Transaction, key: ContactKey, name: string | null): Promise<void> {
    await tx.contact.updateMany({ where: { ...key, removedAt: null }, data: { name } });
  }

  /** Locks the contacts of the organization, so that none of them is removed meanwhile; returns their ids. */
  async lockAll(tx: Transaction, organizationId: string): Promise<string[]> {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM incident.contact WHERE organization_id = ${organizationId} AND removed_at IS NULL
      ORDER BY id FOR SHARE`;
    return rows.map(({ id }) => id);
  }

  /** Attaches all existing monitors or none; future monitors are attached. Undefined when there is no such contact. */
  async setBaseline(
    tx: Transaction,
    id: string,
    { baselineAt, baselineAttached }: Attachment,
  ): Promise<AlertContact | undefined> {
    await tx.contactMonitor.deleteMany({ where: { contactId: id } });
    await tx.contact.updateMany({ where: { id }, data: { baselineAt, baselineAttached } });
    return this.find({ id }, tx);
  }

  async setExceptions(
    tx: Transaction,
    id: string,
    monitorIds: readonly string[],
    attached: boolean,
  ): Promise<AlertContact | undefined> {
    await tx.$executeRaw`
      INSERT INTO incident.contact_monitor (contact_id, monitor_id, attached)
      SELECT contact.id, monitor_id, ${attached}::boolean
      FROM incident.contact CROSS JOIN unnest(${[...new Set(monitorIds)]}::text[]) AS monitor (monitor_id)
      WHERE contact.id = ${id} AND contact.removed_at IS NULL
      ON CONFLICT (contact_id, monitor_id) DO UPDATE SET attached = EXCLUDED.attached`;
    return this.find({ id }, tx);
  }

  async setMonitorExceptions(
    tx: Transaction,
    monitorId: string,
    contactIds: readonly string[],
    attached: boolean,
  ): Promise<void> {
    await tx.$executeRaw`
      INSERT INTO incident.contact_monitor (contact_id, monitor_id, attached)
      SELECT contact_id, ${monitorId}, ${attached}::boolean FROM unnest(${contactIds}::text[]) AS contact (contact_id)
      ON CONFLICT (contact_id, monitor_id) DO UPDATE SET attached = EXCLUDED.attached`;
  }

  /** Removes the contact and its unsent alerts; returns the contact as it was. */
  async remove(tx: Transaction, key: ContactKey, removedAt: Date): Promise<AlertContact | undefined> {
    const found = await this.find(key, tx);
    if (found === undefined) return undefined;
    const { id } = found;
    const removed = { removedAt, name: null, sealed: null };
    const { count } = await tx.contact.updateMany({ where: { id, removedAt: null }, data: removed });
    // Another request has removed it since.
    if (count === 0) return undefined;
    await tx.contactMonitor.deleteMany({ where: { contactId: id } });
    await tx.alertJob.deleteMany({ where: { channel: found.type, state: 'PENDING', contactId: id } });
    return found;
  }

  /** The oldest first. */
  async attachedTo(
    organizationId: string,
    monitor: AttachableMonitor & { readonly id: string },
    tx: Transaction = this.prisma,
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

  #withMonitors(contact: RowWithExceptions): AlertContact {
    const exceptions = (attached: boolean): string[] =>
      contact.monitors.filter((exception) => exception.attached === attached).map(({ monitorId }) => monitorId);
    const { createdAt, ...stored } = this.#stored(contact);
    return {
      ...stored,
      monitors: {
        since: contact.baselineAt.toISOString(),
        before: contact.baselineAttached ? 'ALL' : 'NONE',
        attached: exceptions(true),
        detached: exceptions(false),
      },
      createdAt,
    };
  }

  #stored({ id, organizationId, type, name, sealed, createdAt }: ContactRow): StoredContact {
    const to = this.addresses.open(id, sealed);
    return { id, organizationId, type, name, to, createdAt: createdAt.toISOString() };
  }
}
