import { randomBytes } from 'node:crypto';
import { newId } from '@vedette/contract';
import { hashApiKey, makeApiKey } from '@vedette/contract/api-key';
import { Client } from 'pg';

export interface NewTenant {
  readonly name: string;
  readonly plan: string;
  readonly subscription: string;
}

/** No row if there is no such plan. */
const INSERT = `
  WITH organization AS (
    INSERT INTO account.organization (id, name, plan, subscription, created_at)
    SELECT $1, $2, plan.name, $4, now() FROM account.plan WHERE plan.name = $3 RETURNING id, name
  ), api_key AS (
    INSERT INTO account.api_key (id, organization_id, name, access, created_by, created_at)
    SELECT $5, organization.id, 'test', 'FULL', 'operator:test', now() FROM organization RETURNING *
  ), secret AS (
    INSERT INTO account.key_secret (hash, key_id, prefix, last_four)
    SELECT $6, api_key.id, $7, $8 FROM api_key
  )
  INSERT INTO account.audit_log (id, organization_id, at, actor, actor_name, operation, resource_id, resource_name)
  SELECT $9, id, now(), 'operator:test', 'test', 'createOrganization', id, name FROM organization
  UNION ALL
  SELECT $10, organization_id, now(), 'operator:test', 'test', 'createKey', id, name FROM api_key`;

/**
 * An organization with a key, written as the command line does. The suites of a run make hundreds of them, and the command
 * line would take a process for each.
 */
export async function insertTenant(
  databaseUrl: string,
  { name, plan, subscription }: NewTenant,
): Promise<{ id: string; key: { id: string; key: string } }> {
  const [id, keyId, key] = [newId('org'), newId('key'), makeApiKey(randomBytes)];
  const secret = [Buffer.from(hashApiKey(key), 'base64'), key.slice(0, 8), key.slice(-4)];
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const values = [id, name, plan, subscription, keyId, ...secret, newId('aud'), newId('aud')];
    const { rowCount } = await client.query(INSERT, values);
    if (rowCount === 0) throw new Error(`There is no plan ${plan}`);
  } finally {
    await client.end();
  }
  return { id, key: { id: keyId, key } };
}
