import { expect } from '@jest/globals';
import type { Organization, Suite } from './suite.ts';

/** Outcomes cannot be recorded meanwhile, as if the replica died before it recorded them. */
export async function whileNothingIsRecorded(suite: Suite, send: () => Promise<unknown>): Promise<void> {
  await suite.sql(`CREATE FUNCTION refuse_outcome() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'nothing is recorded'; END $$`);
  await suite.sql(`CREATE TRIGGER refuse_outcome BEFORE UPDATE OF last_response_status ON webhook_dispatcher.delivery
    FOR EACH ROW WHEN (NEW.last_response_status IS NOT NULL) EXECUTE FUNCTION refuse_outcome()`);
  await expect(send()).rejects.toMatchObject({ code: 'internal_error' });
  await suite.sql('DROP FUNCTION refuse_outcome CASCADE');
}

/** Ends the time in flight of all attempts. */
export async function endFlight(suite: Suite, { id }: Organization): Promise<void> {
  await suite.sql(
    `UPDATE webhook_dispatcher.delivery SET in_flight_until = now() - interval '1 millisecond'
     WHERE organization_id = $1 AND in_flight_until IS NOT NULL`,
    [id],
  );
}
