import type { Credential, CredentialQuery, KeyUse } from './credentials.ts';
import { internalRequest } from './internal-request.ts';

/** What the account service answers. */
export const accountRequests = {
  /** Who presents credentials with these hashes, in their order; null for those that nobody may use. */
  findCredentials: {
    ...internalRequest<CredentialQuery, { credentials: (Credential | null)[] }>('account', 'findCredentials', [
      'gateway',
    ]),
    // A client waits for it before anything else happens, and an older answer stands when there is none.
    deadlineMs: 300,
  },
  /** Records when keys were last used. */
  noteKeyUses: internalRequest<{ uses: KeyUse[] }, null>('account', 'noteKeyUses', ['gateway']),
  /** Whether a mail address belongs to a person of the organization. */
  isMember: internalRequest<{ organizationId: string; email: string }, { isMember: boolean }>('account', 'isMember', [
    'incident',
  ]),
} as const;
