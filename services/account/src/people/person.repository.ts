import type { CONSOLE_THEMES } from '@vedette/contract';
import type { Sql } from '@vedette/database';

export type Theme = (typeof CONSOLE_THEMES)[number];

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Null: as the browser says. */
  readonly timezone: string | null;
  readonly locale: string | null;
  readonly theme: Theme;
  readonly createdAt: Date;
}

export type NewPerson = Pick<Person, 'id' | 'email' | 'name' | 'createdAt'>;

/** Undefined: unchanged. */
export interface PersonChange {
  readonly name?: string | undefined;
  readonly timezone?: string | null | undefined;
  readonly locale?: string | null | undefined;
  readonly theme?: Theme | undefined;
}

const COLUMNS = `id, email, name, time_zone AS timezone, locale, theme, created_at AS "createdAt"`;

export class PersonRepository {
  constructor(private readonly sql: Sql) {}

  async find(id: string, sql: Sql = this.sql): Promise<Person | undefined> {
    const rows = await sql.$queryRawUnsafe<Person[]>(`SELECT ${COLUMNS} FROM account.person WHERE id = $1`, id);
    return rows[0];
  }

  async findByEmail(email: string, sql: Sql = this.sql): Promise<Person | undefined> {
    const rows = await sql.$queryRawUnsafe<Person[]>(`SELECT ${COLUMNS} FROM account.person WHERE email = $1`, email);
    return rows[0];
  }

  /** By id; unknown ones are left out. */
  async findAll(ids: readonly string[]): Promise<ReadonlyMap<string, Person>> {
    const rows = await this.sql.$queryRawUnsafe<Person[]>(
      `SELECT ${COLUMNS} FROM account.person WHERE id = ANY ($1)`,
      ids,
    );
    return new Map(rows.map((person) => [person.id, person]));
  }

  /** The oldest first. */
  async list(): Promise<Person[]> {
    return this.sql.$queryRawUnsafe<Person[]>(`SELECT ${COLUMNS} FROM account.person ORDER BY id`);
  }

  /** Returns the person who has the address already, if there is one. Concurrent additions of an address make one. */
  async add(tx: Sql, person: NewPerson): Promise<Person> {
    await tx.$executeRawUnsafe(
      `INSERT INTO account.person (id, email, name, created_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT ON CONSTRAINT person_email DO NOTHING`,
      person.id,
      person.email,
      person.name,
      person.createdAt,
    );
    const added = await this.findByEmail(person.email, tx);
    if (added === undefined) throw new Error(`The person ${person.id} was removed while being added`);
    return added;
  }

  /** Locks the person until the transaction ends. */
  async lock(tx: Sql, id: string): Promise<Person | undefined> {
    await tx.$executeRawUnsafe('SELECT FROM account.person WHERE id = $1 FOR NO KEY UPDATE', id);
    return this.find(id, tx);
  }

  async update(tx: Sql, { id, name, timezone, locale, theme }: Person): Promise<void> {
    await tx.$executeRawUnsafe(
      'UPDATE account.person SET name = $2, time_zone = $3, locale = $4, theme = $5 WHERE id = $1',
      id,
      name,
      timezone,
      locale,
      theme,
    );
  }

  /** Memberships, links and sessions go with the person. */
  async delete(tx: Sql, id: string): Promise<void> {
    await tx.$executeRawUnsafe('DELETE FROM account.person WHERE id = $1', id);
  }
}
