import { afterAll, beforeAll } from '@jest/globals';
import { createDatabase, type TestDatabase } from '@vedette/test-kit';
import { Client } from 'pg';

/** A database with the tables of one service for the tests of this block. Returns its client, once they run. */
export function withTablesOf(service: string): () => Client {
  let database: TestDatabase;
  let client: Client;
  beforeAll(async () => {
    database = await createDatabase({ migrations: [`services/${service}`] });
    client = new Client({ connectionString: database.url });
    await client.connect();
  }, 60_000);
  afterAll(async () => {
    await client.end();
    await database.drop();
  });
  return () => client;
}
