import type { Sql } from '@vedette/database';

/**
 * The organizations whose data this service has erased, or is erasing. Messages about them may still arrive, and must
 * not bring any of it back. Every replica knows them by heart and reads the table again and again.
 */
export class DeletedOrganizations {
  readonly #table: string;
  readonly #sql: Sql;
  #known: Set<string> | undefined;
  /** Messages that arrive before it has ended share it, so that they are received in their order. */
  #firstRead: Promise<ReadonlySet<string>> | undefined;

  constructor(schema: string, sql: Sql) {
    this.#table = `${schema}.deleted_organization`;
    this.#sql = sql;
  }

  async add(id: string): Promise<void> {
    await this.#sql.$executeRawUnsafe(`INSERT INTO ${this.#table} (id) VALUES ($1) ON CONFLICT DO NOTHING`, id);
    this.#known?.add(id);
  }

  async has(id: string): Promise<boolean> {
    return (this.#known ?? (await this.#readFirst())).has(id);
  }

  /** Lets a consumer receive the messages of all other organizations. */
  ignored<Message extends { readonly organizationId: string | null }>(
    receive: (message: Message) => Promise<void>,
  ): (message: Message) => Promise<void> {
    return async (message) => {
      const { organizationId } = message;
      if (organizationId === null || !(await this.has(organizationId))) await receive(message);
    };
  }

  async refresh(): Promise<ReadonlySet<string>> {
    const rows = await this.#sql.$queryRawUnsafe<{ id: string }[]>(`SELECT id FROM ${this.#table}`);
    return (this.#known = new Set(rows.map(({ id }) => id)));
  }

  #readFirst(): Promise<ReadonlySet<string>> {
    this.#firstRead ??= this.refresh().finally(() => (this.#firstRead = undefined));
    return this.#firstRead;
  }

  /** JetStream keeps an event for 7 days; a later one was parked and then replayed by an operator. */
  async tidy(): Promise<void> {
    await this.#sql.$executeRawUnsafe(`DELETE FROM ${this.#table} WHERE deleted_at < now() - interval '30 days'`);
  }
}
