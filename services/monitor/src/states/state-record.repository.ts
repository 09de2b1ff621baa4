import { Injectable } from '@nestjs/common';
import type { Sql } from '@vedette/database';
import type { RecordedState } from './state-record.ts';

/** When each state of a monitor began. */
@Injectable()
export class StateRecordRepository {
  /** Expects the lines of each monitor in order of time. A state that lasted no time is overwritten by the next one. */
  async write(sql: Sql, lines: readonly (RecordedState & { readonly monitorId: string })[]): Promise<void> {
    const last = new Map(lines.map((line) => [`${line.monitorId} ${line.at.getTime()}`, line]));
    if (last.size === 0) return;
    const rows = [...last.values()];
    await sql.$executeRawUnsafe(
      `INSERT INTO monitor.state_change (monitor_id, at, state)
       SELECT monitor_id, at, state::monitor.recorded_state
       FROM unnest($1::text[], $2::timestamptz[], $3::text[]) AS line (monitor_id, at, state)
       ON CONFLICT (monitor_id, at) DO UPDATE SET state = EXCLUDED.state`,
      rows.map(({ monitorId }) => monitorId),
      rows.map(({ at }) => at.toISOString()),
      rows.map(({ state }) => state),
    );
  }
}
