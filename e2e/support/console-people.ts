import { randomBytes } from 'node:crypto';
import { newId } from '@vedette/contract';
import type pg from 'pg';

export interface Person {
  readonly id: string;
  readonly email: string;
}

/** The header that a request presents, and the actor that the audit log names for it. */
export interface Credential {
  readonly headers: Readonly<Record<string, string>>;
  readonly actor: string;
}

/** People and their sessions, written as the command line does, which would take a process for each. */
export class ConsolePeople {
  readonly #database: pg.Client;
  readonly #consoleUrl: string;
  /** Every token that was made. */
  readonly tokens: string[] = [];

  constructor(database: pg.Client, consoleUrl: string) {
    this.#database = database;
    this.#consoleUrl = consoleUrl;
  }

  /** Null: in no organization. */
  async add(role: string, organizationId: string | null): Promise<Person> {
    const id = newId('per');
    const email = `${id}@example.com`;
    await this.#database.query('INSERT INTO account.person (id, email, name) VALUES ($1, $2, $3)', [id, email, 'Ada']);
    if (organizationId !== null) {
      await this.#database.query(
        'INSERT INTO account.membership (organization_id, person_id, role) VALUES ($1, $2, $3)',
        [organizationId, id, role],
      );
    }
    return { id, email };
  }

  /** Of a link that signs the person in once. */
  async newToken({ id }: Person): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    this.tokens.push(token);
    await this.#database.query(
      `INSERT INTO account.sign_in_link (hash, person_id, expires_at)
       VALUES (sha256($1), $2, now() + interval '15 minutes')`,
      [Buffer.from(token), id],
    );
    return token;
  }

  async signIn(person: Person): Promise<Credential> {
    const response = await fetch(`${this.#consoleUrl}/api/console/v1/sign-in/redeem`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: await this.newToken(person) }),
    });
    if (response.status !== 200) throw new Error(`The sign-in was answered with ${response.status}`);
    const [cookie = ''] = response.headers.getSetCookie().map((text) => text.split(';', 1).join());
    this.tokens.push(cookie.slice(cookie.indexOf('=') + 1));
    return { headers: { cookie }, actor: `person:${person.id}` };
  }
}
