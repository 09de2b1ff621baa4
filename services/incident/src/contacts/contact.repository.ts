import { Injectable } from '@nestjs/common';
import {
  newId,
  type AlertContact,
  type ContactCreate,
  type ContactSettings,
  type ContactType,
  type MonitorType,
  type NotifyOn,
  type QuietHours,
} from '@vedette/contract';
import { Prisma, PrismaClient } from '../generated/client.ts';
import type { Transaction } from '../mutations.ts';
import { ContactAddresses } from '../incidents/contact-addresses.ts';
import { newSettings } from './contact-settings.ts';
import { isAttached, type AttachableMonitor, type Attachment } from '../plans/contact-attachment.ts';

/** A contact without the monitors that it is attached to. */
export type StoredContact = Omit<AlertContact, 'monitors'>;

/** Without an organization: of whichever organization. */
export interface ContactKey {
  readonly id: string;
  readonly organizationId?: string;
}

/** A contact with everything that a message to it needs. */
export interface ReachableContact extends StoredContact {
  /** Null where it has none. */
  readonly secret: string | null;
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
  readonly notifyOn: NotifyOn[];
  /** Empty: all. */
  readonly monitorTypes: MonitorType[];
  readonly remindEveryMinutes: number | null;
  readonly delayMinutes: number;
  readonly quietHours: Prisma.JsonValue;
  readonly expiryDays: number[];
  readonly createdAt: Date;
  /** Null: the owner of its mail address has not agreed yet. */
  readonly confirmedAt: Date | null;
}

export interface ContactUpdate extends Partial<ContactSettings> {
  readonly name?: string | null;
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
  async insert(
    tx: Transaction,
    { to, secret, monitors, settings, ...fields }: ContactCreate,
    confirmedAt: Date | null,
    now: Date,
  ): Promise<AlertContact> {
    const id = newId('ac', now.getTime());
    const attachedIds = typeof monitors === 'string' ? [] : monitors;
    const created = await tx.contact.create({
      data: {
        ...fields,
        ...columnsOf(newSettings(fields.type, settings)),
        id,
        sealed: this.addresses.seal(id, to),
        sealedSecret: this.addresses.sealSecret(id, secret),
        baselineAt: now,
        baselineAttached: monitors === 'ALL',
        createdAt: now,
        confirmedAt,
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

  async findReachable(key: ContactKey, tx: Transaction = this.prisma): Promise<ReachableContact | undefined> {
    const found = await tx.contact.findUnique({ where: { ...key, removedAt: null } });
    return found === null ? undefined : this.#reachable(found);
  }

  /** The oldest first. */
  async allReachable(organizationId: string): Promise<ReachableContact[]> {
    const where = { organizationId, removedAt: null };
    const found = await this.prisma.contact.findMany({ where, orderBy: { id: 'asc' } });
    return found.map((contact) => this.#reachable(contact));
  }

  async update(tx: Transaction, key: ContactKey, { name, ...settings }: ContactUpdate): Promise<void> {
    const data = { ...(name !== undefined && { name }), ...columnsOf(settings) };
    await tx.contact.updateMany({ where: { ...key, removedAt: null }, data });
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
    const removed = { removedAt, name: null, sealed: null, sealedSecret: null, testAnswer: null };
    const { count } = await tx.contact.updateMany({ where: { id, removedAt: null }, data: removed });
    // Another request has removed it since.
    if (count === 0) return undefined;
    await tx.contactMonitor.deleteMany({ where: { contactId: id } });
    await tx.$executeRaw`DELETE FROM incident.contact_confirmation WHERE contact_id = ${id}`;
    await tx.$executeRaw`
      WITH pending AS (
        SELECT id FROM incident.alert_job
        WHERE channel = ${found.type}::incident.contact_type AND state = 'PENDING' AND contact_id = ${id}
        ORDER BY id FOR UPDATE
      ), unsent AS (
        DELETE FROM incident.alert_job AS job USING pending WHERE job.id = pending.id
        RETURNING job.about_id, job.kind, job.number
      )
      UPDATE incident.alert_decision AS decision
      SET outcome = 'SUPPRESSED', reason = 'NOT_ATTACHED', until = NULL, decided_at = ${removedAt}::timestamptz
      WHERE decision.id = ANY (ARRAY(
        SELECT found.id FROM incident.alert_decision AS found
        WHERE found.contact_id = ${id} AND (found.outcome = 'HELD' OR EXISTS (
          SELECT FROM unsent WHERE unsent.about_id = found.about_id
            AND unsent.kind = found.kind AND unsent.number = found.number
        ))
        ORDER BY found.id FOR NO KEY UPDATE
      ))`;
    // After the jobs, as everybody does who locks both.
    await tx.$executeRaw`DELETE FROM incident.alert_storm WHERE contact_id = ${id}`;
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

  #reachable(contact: ContactRow & { readonly sealedSecret: Uint8Array | null }): ReachableContact {
    return { ...this.#stored(contact), secret: this.addresses.openSecret(contact.id, contact.sealedSecret) };
  }

  #stored(row: ContactRow): StoredContact {
    const { id, organizationId, type, name, sealed, createdAt } = row;
    const { notifyOn, monitorTypes, remindEveryMinutes, delayMinutes, expiryDays } = row;
    return {
      id,
      organizationId,
      type,
      name,
      to: this.addresses.open(id, sealed),
      state: row.confirmedAt === null ? 'UNCONFIRMED' : 'ACTIVE',
      notifyOn,
      monitorTypes: monitorTypes.length === 0 ? null : monitorTypes,
      remindEveryMinutes,
      delayMinutes,
      // Only `columnsOf` writes the column.
      quietHours: row.quietHours as QuietHours | null,
      expiryDays,
      createdAt: createdAt.toISOString(),
    };
  }
}

function columnsOf<S extends Partial<ContactSettings>>({ monitorTypes, quietHours, ...settings }: S) {
  return {
    ...settings,
    ...(monitorTypes !== undefined && { monitorTypes: monitorTypes ?? [] }),
    ...(quietHours !== undefined && { quietHours: quietHours === null ? Prisma.DbNull : { ...quietHours } }),
  };
}
