import type { Sql } from '@vedette/database';
import type { Origin } from '../audit/actor.ts';
import type { AuditRepository } from '../audit/audit.repository.ts';
import type { EndedCredentials, OrganizationDeletionRepository } from './organization-deletion.repository.ts';
import type { Organization } from '../organizations/organization.repository.ts';

/** How an organization ends, for the console and for the operator. */
export class OrganizationDeletion {
  constructor(
    private readonly deletions: OrganizationDeletionRepository,
    private readonly audit: AuditRepository,
  ) {}

  /**
   * After the commit nobody can act in the organization, and its data is erased in the background. The line in the audit
   * log belongs to no organization: it is the operator's, and stays.
   */
  async begin(tx: Sql, organization: Organization, origin: Origin, now: Date): Promise<EndedCredentials> {
    const ended = await this.deletions.delete(tx, organization.id, now);
    const act = { ...origin, organizationId: null, operation: 'deleteOrganization', resource: organization };
    await this.audit.append(tx, act, now);
    return ended;
  }
}
