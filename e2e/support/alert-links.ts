import { randomUUID } from 'node:crypto';
import type { ChatMessage } from '@vedette/test-kit/chat-receiver';
import type pg from 'pg';

/** The token of the link in an alert that acknowledges its incident. */
export function acknowledgeTokenIn(alert: ChatMessage | undefined): string {
  const [, token] = /\/console\/ack#([\w.-]+)/.exec(JSON.stringify(alert?.body)) ?? [];
  if (token === undefined) throw new Error('The alert has no link that acknowledges the incident');
  return token;
}

/** Asks the owner of a contact's address to confirm it, as a mail does. Returns the token of the link. */
export async function askToConfirm(database: pg.Client, contactId: string): Promise<string> {
  const token = randomUUID();
  await database.query('UPDATE incident.contact SET confirmed_at = NULL WHERE id = $1', [contactId]);
  await database.query(
    `INSERT INTO incident.contact_confirmation (contact_id, hash, expires_at)
     VALUES ($1, sha256($2::bytea), now() + interval '1 hour')`,
    [contactId, token],
  );
  return token;
}
