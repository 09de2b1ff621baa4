import { waitFor, type ServiceProcess, type TestDatabase } from '@vedette/test-kit';
import type { SmtpReceiver } from '@vedette/test-kit/smtp-receiver';
import { Client } from 'pg';

/** Its connections: other suites run the same service in other databases of this server. */
export const OF_THE_SERVICE = `application_name = 'vedette-incident' AND datname = current_database()`;

export interface Scene {
  readonly service: ServiceProcess;
  readonly database: TestDatabase;
  readonly smtp: SmtpReceiver;
  readonly sql: Client;
}

/** Kills the service while it waits to record what became of the alerts that `lock` holds. */
export async function killBeforeBookkeeping(
  { service, database, smtp, sql }: Scene,
  lock: string,
  values: readonly string[],
  send: () => Promise<unknown>,
): Promise<void> {
  const blocker = new Client({ connectionString: database.url });
  await blocker.connect();
  await blocker.query('BEGIN');
  smtp.react = async () => {
    await blocker.query(lock, [...values]);
  };
  await send();
  await waitFor('the service to wait for the lock', async () => {
    const { rows } = await sql.query(
      `SELECT FROM pg_stat_activity WHERE ${OF_THE_SERVICE} AND wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  });
  await service.kill();
  // PostgreSQL has not noticed the kill yet, and would still run the statements that it has received.
  await sql.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${OF_THE_SERVICE}`);
  await blocker.query('ROLLBACK');
  await blocker.end();
  smtp.react = () => undefined;
}

/** Kills the service, and waits until PostgreSQL has run the statements that it has received from it. */
export async function killAndSettle({ service, sql }: Pick<Scene, 'service' | 'sql'>): Promise<void> {
  await service.kill();
  await waitFor('the connections to end', async () => {
    const { rows } = await sql.query(`SELECT FROM pg_stat_activity WHERE ${OF_THE_SERVICE}`);
    return rows.length === 0;
  });
}
