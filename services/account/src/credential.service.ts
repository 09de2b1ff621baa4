import { Injectable } from '@nestjs/common';
import type { Credential, KeyUse } from '@vedette/contract';
import { KeyRepository, type KeyRecord } from './keys/key.repository.ts';
import { keyStatus } from './keys/key-status.ts';

/** Tells the gateways whose key a request presents, and keeps when keys were last used. */
@Injectable()
export class CredentialService {
  constructor(private readonly keys: KeyRepository) {}

  /** In the order of the hashes; null for a key that is unknown or may not be used. */
  async find(hashes: readonly string[]): Promise<(Credential | null)[]> {
    const now = new Date();
    const found = await this.keys.findByHashes(hashes);
    return hashes.map((hash) => {
      const key = found.get(hash);
      return key !== undefined && keyStatus(key, now) === 'ENABLED' ? credentialOf(key) : null;
    });
  }

  async noteUses(uses: readonly KeyUse[]): Promise<void> {
    await this.keys.touchLastUsed(uses.map(({ keyId, at }) => ({ id: keyId, at: new Date(at) })));
  }
}

function credentialOf({ id, organizationId, access, plan, subscription, expiresAt }: KeyRecord): Credential {
  const caller = { organizationId, keyId: id, access, plan, subscription };
  return { kind: 'key', caller, expiresAt: expiresAt?.toISOString() ?? null };
}
