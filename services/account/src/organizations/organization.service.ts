import { Injectable } from '@nestjs/common';
import { ApiError } from '@vedette/contract';
import { Reply } from '@vedette/messaging';
import { keyedOf, originOf, type ActingMember } from '../acting.ts';
import { AuditRepository } from '../audit/audit.repository.ts';
import { AccountMutations } from '../mutations.ts';
import { OrganizationRepository, type Organization } from './organization.repository.ts';

@Injectable()
export class OrganizationService {
  constructor(
    private readonly organizations: OrganizationRepository,
    private readonly audit: AuditRepository,
    private readonly mutations: AccountMutations,
  ) {}

  async get(organizationId: string): Promise<Reply> {
    return Reply.of(shownOrganization(found(await this.organizations.find(organizationId), organizationId)));
  }

  update(by: ActingMember, { name }: { name?: string | undefined }): Promise<Reply> {
    const { organizationId } = by;
    return this.mutations.once(keyedOf(by), async (tx, now) => {
      const organization = found(await this.organizations.lock(tx, organizationId), organizationId);
      const changed = found(await this.organizations.update(organizationId, { name }, tx), organizationId);
      const changedFields = changed.name === organization.name ? [] : ['name'];
      const act = { ...originOf(by), organizationId, operation: 'updateOrganization', resource: organization };
      await this.audit.append(tx, { ...act, changedFields }, now);
      return shownOrganization(changed);
    });
  }
}

function found(organization: Organization | undefined, id: string): Organization {
  if (organization === undefined) throw ApiError.notFound('organization', id);
  return organization;
}

function shownOrganization({ id, name, plan, subscription, createdAt }: Organization) {
  return { id, name, plan, subscription, createdAt: createdAt.toISOString() };
}
