import { Injectable } from '@nestjs/common';
import { newId, type AlertContact, type ContactCreate, type ContactType } from '@vedette/contract';
import { countOf } from '@vedette/database';
import { ServiceDatabase } from '@vedette/service-host';
import type { Transaction } from '../mutations.ts';
import { ContactAddresses } from '../incidents/contact-addresses.ts';
import { COLUMNS, columnsOf, type ContactRow, type ContactUpdate } from './contact-columns.ts';
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

const WITH_MONITORS = `${COLUMNS}, contact.baseline_at AS "baselineAt", contact.baseline_attached AS "baselineAttached",
  ARRAY(
    SELECT json_build_object('monitorId', monitor_id, 'attached', attached)
    FROM incident.contact_monitor WHERE contact_id = contact.id ORDER BY monitor_id
  ) AS monitors`;

/** $1 organization. */
const OF_ORGANIZATION = 'incident.contact WHERE organization_id = $1 AND removed_at IS NULL';
/** $1 contact, $2 organization, or NULL. */
const ONE_CONTACT =
  'incident.contact WHERE id = $1 AND organization_id = coalesce($2, organization_id) AND removed_at IS NULL';

type RowWithExceptions = ContactRow &
  Attachment & { readonly monitors: readonly { monitorId: string; attached: boolean }[] };

@Injectable()
export class ContactRepository {
  readonly #sql: ServiceDatabase['sql'];

  constructor(
    private readonly addresses: ContactAddresses,
    { sql }: ServiceDatabase,
  ) {
    this.#sql = sql;
  }

  /** It is attached to all existing monitors, to none, or to the given ones, and to every later monitor. */
  async insert(
    tx: Transaction,
    { organizationId, type, name, to, secret, monitors, settings }: ContactCreate,
    confirmedAt: Date | null,
    now: Date,
  ): Promise<AlertContact> {
    const id = newId('ac', now.getTime());
    const columns = columnsOf({ name, ...newSettings(type, settings) });
    const placeholders = Array.from(columns.keys(), (_, index) => `$${index + 9}`);
    await tx.$executeRawUnsafe(
      `INSERT INTO incident.contact (id, organization_id, type, sealed, sealed_secret, baseline_at, created_at,
         baseline_attached, confirmed_at, ${[...columns.keys()].join(', ')})
       VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8, ${placeholders.join(', ')})`,
      id,
      organizationId,
      type,
      this.addresses.seal(id, to),
      this.addresses.sealSecret(id, secret),
      now,
      monitors === 'ALL',
      confirmedAt,
      ...columns.values(),
    );
    const added = await this.setExceptions(tx, id, typeof monitors === 'string' ? [] : monitors, true);
    if (added === undefined) throw new Error(`Contact ${id} is gone from its own transaction`);
    return added;
  }

  /** Waits for others who add contacts to the organization, so that each of them counts those before. */
  async countForInsert(tx: Transaction, organizationId: string): Promise<number> {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`contacts ${organizationId}`}, 0))`;
    return countOf(tx, OF_ORGANIZATION, organizationId);
  }

  /** The oldest first. */
  async list(organizationId: string): Promise<AlertContact[]> {
    const found = await this.#sql.$queryRawUnsafe<RowWithExceptions[]>(
      `SELECT ${WITH_MONITORS} FROM ${OF_ORGANIZATION} ORDER BY id`,
      organizationId,
    );
    return found.map((contact) => this.#withMonitors(contact));
  }

  /** The newest first. */
  async page(
    organizationId: string,
    limit: number,
    offset: number,
  ): Promise<{ contacts: StoredContact[]; total: number }> {
    const [found, total] = await Promise.all([
      this.#sql.$queryRawUnsafe<ContactRow[]>(
        `SELECT ${COLUMNS} FROM ${OF_ORGANIZATION} ORDER BY id DESC LIMIT $2 OFFSET $3`,
        organizationId,
        limit,
        offset,
      ),
      countOf(this.#sql, OF_ORGANIZATION, organizationId),
    ]);
    return { contacts: found.map((contact) => this.#stored(contact)), total };
  }

  async find({ id, organizationId }: ContactKey, tx: Transaction = this.#sql): Promise<AlertContact | undefined> {
    const text = `SELECT ${WITH_MONITORS} FROM ${ONE_CONTACT}`;
    const [found] = await tx.$queryRawUnsafe<RowWithExceptions[]>(text, id, organizationId);
    return found && this.#withMonitors(found);
  }

  async findReachable(
    { id, organizationId }: ContactKey,
    tx: Transaction = this.#sql,
  ): Promise<ReachableContact | undefined> {
    const text = `SELECT ${COLUMNS} FROM ${ONE_CONTACT}`;
    const [found] = await tx.$queryRawUnsafe<ContactRow[]>(text, id, organizationId);
    return found && this.#reachable(found);
  }

  /** The oldest first. */
  async allReachable(organizationId: string): Promise<ReachableContact[]> {
    const text = `SELECT ${COLUMNS} FROM ${OF_ORGANIZATION} ORDER BY id`;
    const found = await this.#sql.$queryRawUnsafe<ContactRow[]>(text, organizationId);
    return found.map((contact) => this.#reachable(contact));
  }

  async update(tx: Transaction, { id, organizationId }: ContactKey, update: ContactUpdate): Promise<void> {
    const columns = columnsOf(update);
    if (columns.size === 0) return;
    const assignments = Array.from(columns.keys(), (column, index) => `${column} = $${index + 3}`);
    await tx.$executeRawUnsafe(
      `UPDATE incident.contact SET ${assignments.join(', ')}
       WHERE id = $1 AND organization_id = coalesce($2, organization_id) AND removed_at IS NULL`,
      id,
      organizationId,
      ...columns.values(),
    );
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
    await tx.$executeRaw`DELETE FROM incident.contact_monitor WHERE contact_id = ${id}`;
    await tx.$executeRaw`
      UPDATE incident.contact SET baseline_at = ${baselineAt}, baseline_attached = ${baselineAttached}
      WHERE id = ${id}`;
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
    const removed = await tx.$executeRaw`
      UPDATE incident.contact
      SET removed_at = ${removedAt}, name = NULL, sealed = NULL, sealed_secret = NULL, test_answer = NULL,
        masked_test_answer = NULL
      WHERE id = ${id} AND removed_at IS NULL`;
    // Another request has removed it since.
    if (removed === 0) return undefined;
    await tx.$executeRaw`DELETE FROM incident.contact_monitor WHERE contact_id = ${id}`;
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
    tx: Transaction = this.#sql,
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

  #reachable(contact: ContactRow): ReachableContact {
    return { ...this.#stored(contact), secret: this.addresses.openSecret(contact.id, contact.sealedSecret) };
  }

  #stored(row: ContactRow): StoredContact {
    const { id, organizationId, type, name, sealed, createdAt } = row;
    const { notifyOn, monitorTypes, remindEveryMinutes, delayMinutes, quietHours, expiryDays } = row;
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
      quietHours,
      expiryDays,
      createdAt: createdAt.toISOString(),
    };
  }
}
