import { Injectable } from '@nestjs/common';
import { ServiceDatabase } from '@vedette/service-host';
import type { Transaction } from '../mutations.ts';

/** A mail that this process sends until its lease ends. */
export interface DueConfirmation {
  readonly contactId: string;
  readonly organizationId: string;
  readonly askedBy: string | null;
  /** Includes the present attempt. */
  readonly attempts: number;
  readonly sealed: Buffer;
}

/** The token in a mail, as it is stored. */
export interface ConfirmationLink {
  readonly hash: Buffer;
  readonly expiresAt: Date;
}

/** The mails that ask the owners of addresses, and the hashes of the tokens in them. */
@Injectable()
export class ConfirmationRepository {
  readonly #pool: ServiceDatabase['pool'];

  constructor({ pool }: ServiceDatabase) {
    this.#pool = pool;
  }

  /** The owner of the new contact's address is asked as soon as possible. */
  async add(tx: Transaction, contactId: string, askedBy: string | null, now: Date): Promise<void> {
    await tx.$executeRaw`
      INSERT INTO incident.contact_confirmation (contact_id, asked_by, due_at)
      VALUES (${contactId}, ${askedBy}, ${now}::timestamptz)`;
  }

  /** Leases due mails. A mail whose sender was killed is due again when the lease ends. */
  async claim(limit: number, now: Date, leaseUntil: Date): Promise<DueConfirmation[]> {
    const { rows } = await this.#pool.query<DueConfirmation>(
      `UPDATE incident.contact_confirmation AS confirmation SET attempts = attempts + 1, due_at = $3
       FROM incident.contact
       WHERE contact.id = confirmation.contact_id AND contact.sealed IS NOT NULL AND contact_id = ANY (ARRAY(
         SELECT contact_id FROM incident.contact_confirmation WHERE due_at <= $1
         ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
       ))
       RETURNING contact_id AS "contactId", contact.organization_id AS "organizationId", asked_by AS "askedBy", attempts,
         contact.sealed`,
      [now, limit, leaseUntil],
    );
    return rows;
  }

  async askedBy(contactId: string): Promise<string | null> {
    const { rows } = await this.#pool.query<{ askedBy: string | null }>(
      'SELECT asked_by AS "askedBy" FROM incident.contact_confirmation WHERE contact_id = $1',
      [contactId],
    );
    return rows[0]?.askedBy ?? null;
  }

  /** For the mail that is sent next. False if the contact needs no confirmation any more. */
  async setToken(contactId: string, { hash, expiresAt }: ConfirmationLink): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      'UPDATE incident.contact_confirmation SET hash = $2, expires_at = $3 WHERE contact_id = $1',
      [contactId, hash, expiresAt],
    );
    return rowCount === 1;
  }

  /** The mail server took the mail: links in earlier mails do not work any more. Ignored if it took a later mail already. */
  async setSent(contactId: string, { hash, expiresAt }: ConfirmationLink): Promise<void> {
    await this.#pool.query(
      `UPDATE incident.contact_confirmation SET sent_hash = $2, sent_expires_at = $3, due_at = NULL
       WHERE contact_id = $1 AND sent_hash IS DISTINCT FROM hash`,
      [contactId, hash, expiresAt],
    );
  }

  /** Null: the mail is given up. */
  async setDue(contactId: string, dueAt: Date | null): Promise<void> {
    await this.#pool.query('UPDATE incident.contact_confirmation SET due_at = $2 WHERE contact_id = $1', [
      contactId,
      dueAt,
    ]);
  }

  /** For a leased mail that was not attempted. */
  async postpone(contactId: string, dueAt: Date): Promise<void> {
    await this.#pool.query(
      'UPDATE incident.contact_confirmation SET due_at = $2, attempts = attempts - 1 WHERE contact_id = $1',
      [contactId, dueAt],
    );
  }

  /** Mails to one address follow one another until the transaction ends, so that each counts those before it. */
  async lockMails(tx: Transaction, addressHash: Buffer, since: Date): Promise<number> {
    const key = `confirmation ${addressHash.toString('hex')}`;
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
    const rows = await tx.$queryRaw<{ count: number }[]>`
      SELECT count(*)::integer AS count FROM incident.confirmation_mail
      WHERE address_hash = ${addressHash} AND sent_at > ${since}::timestamptz`;
    return rows[0]?.count ?? 0;
  }

  /** Returns the id of the note. Forgets the mails that do not count any more. */
  async noteMail(tx: Transaction, addressHash: Buffer, now: Date, countedFrom: Date): Promise<string | undefined> {
    await tx.$executeRaw`DELETE FROM incident.confirmation_mail WHERE sent_at <= ${countedFrom}::timestamptz`;
    const rows = await tx.$queryRaw<{ id: string }[]>`
      INSERT INTO incident.confirmation_mail (address_hash, sent_at) VALUES (${addressHash}, ${now}::timestamptz)
      RETURNING id`;
    return rows[0]?.id;
  }

  /** For a mail that was not sent, and so does not count. */
  async dropNote(id: string): Promise<void> {
    await this.#pool.query('DELETE FROM incident.confirmation_mail WHERE id = $1', [id]);
  }

  /** Which contact a token confirms; undefined for a token that is unknown, used or expired. */
  async findContact(hash: Buffer, now: Date): Promise<{ id: string; organizationId: string } | undefined> {
    const { rows } = await this.#pool.query<{ id: string; organizationId: string }>(
      `SELECT contact.id, contact.organization_id AS "organizationId"
       FROM incident.contact_confirmation JOIN incident.contact ON contact.id = contact_id
       WHERE (hash = $1 AND expires_at > $2 OR sent_hash = $1 AND sent_expires_at > $2)
         AND contact.removed_at IS NULL`,
      [hash, now],
    );
    return rows[0];
  }

  /** False if another request was faster. */
  async confirm(tx: Transaction, contactId: string, hash: Buffer, now: Date): Promise<boolean> {
    const used = await tx.$executeRaw`
      DELETE FROM incident.contact_confirmation
      WHERE contact_id = ${contactId} AND (hash = ${hash} OR sent_hash = ${hash})`;
    if (used === 0) return false;
    await tx.$executeRaw`
      UPDATE incident.contact SET confirmed_at = ${now}::timestamptz WHERE id = ${contactId}`;
    return true;
  }
}
