import { Injectable } from '@nestjs/common';
import type { Sql } from '@vedette/database';

/** $1 monitors, $2 how many events each has. */
const COUNT_ON = `
  UPDATE monitor.monitor_runtime AS r SET event_sequence = r.event_sequence + n.events
  FROM unnest($1::text[], $2::integer[]) AS n (id, events)
  WHERE r.monitor_id = ANY ($1::text[]) AND r.monitor_id = n.id
  RETURNING r.monitor_id AS id, r.event_sequence AS last`;

/** Counts the events of monitors whose rows the caller has locked. */
@Injectable()
export class EventSequenceRepository {
  /** Expects how many more events each monitor has, and returns the number of its last one. */
  async countOn(sql: Sql, events: ReadonlyMap<string, number>): Promise<Map<string, number>> {
    const values = [[...events.keys()], [...events.values()]];
    const rows = await sql.$queryRawUnsafe<{ id: string; last: number }[]>(COUNT_ON, ...values);
    return new Map(rows.map(({ id, last }) => [id, last]));
  }
}
