import { streams } from '@vedette/contract/streams';
import type { Sql } from '@vedette/database';
import type { ClockReading } from './doctor-findings.ts';
import { databaseFacts } from './database-facts.repository.ts';
import { fine, wrong, type Finding } from './finding.ts';

/** Rejects if PostgreSQL does not answer, or has not got the tables. */
export async function databaseCheck(sql: Sql): Promise<{ finding: Finding; clock: ClockReading[] }> {
  const askedAt = Date.now();
  const { version, now, organizations } = await databaseFacts(sql);
  const answeredAt = Date.now();
  const found = `PostgreSQL ${version} answers in ${answeredAt - askedAt} ms; organizations: ${organizations}`;
  return {
    finding: fine('PostgreSQL', found),
    clock: [{ whose: 'PostgreSQL', askedAt, answeredAt, theirs: now.getTime() }],
  };
}

/** One finding for all streams, or one for each that is missing. */
export async function streamFindings(exists: (stream: string) => Promise<boolean>): Promise<Finding[]> {
  const names = Object.keys(streams);
  const answers = await Promise.all(names.map(async (name) => ({ name, isThere: await exists(name) })));
  const missing = answers.filter(({ isThere }) => !isThere);
  if (missing.length === 0) return [fine('streams', `JetStream has ${names.join(', ')}`)];
  return missing.map(({ name }) =>
    wrong(
      'streams',
      `JetStream has no stream ${name}`,
      'Its services make it within 30 s; if not, look at their logs and at the storage of NATS.',
    ),
  );
}
