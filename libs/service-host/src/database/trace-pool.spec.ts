import { describe, expect, it } from '@jest/globals';
import { summaryOf } from './trace-pool.ts';

describe('the name of a statement', () => {
  it.each([
    ['SELECT 1', 'SELECT'],
    ['BEGIN', 'BEGIN'],
    ['select id from monitor.monitor where id = $1', 'SELECT monitor.monitor'],
    ['\n  INSERT INTO incident.inbox (message_id) VALUES ($1)', 'INSERT incident.inbox'],
    ['UPDATE webhook_dispatcher.endpoint_due AS due SET x = 1', 'UPDATE webhook_dispatcher.endpoint_due'],
    ['DELETE FROM gateway.idempotency_key WHERE true', 'DELETE gateway.idempotency_key'],
    ['SELECT "public"."a"."b" FROM "status_page"."page" WHERE 1=1', 'SELECT status_page.page'],
    ['WITH seen AS (SELECT 1 FROM monitor.outbox) SELECT * FROM seen', 'WITH monitor.outbox'],
  ])('tells its verb and its table: %j', (text, name) => {
    expect(summaryOf(text)).toBe(name);
  });
});
