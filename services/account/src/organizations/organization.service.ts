import { Injectable } from '@nestjs/common';
import { ApiError } from '@vedette/contract';
import { Reply } from '@vedette/messaging';
import type { ActingMember } from '../acting.ts';
import { Acts } from '../acts.ts';
import { OrganizationRepository, type Organization } from './organization.repository.ts';

@Injectable()
export class OrganizationService {
  constructor(
    private readonly organizations: OrganizationRepository,
    private readonly acts: Acts,
  ) {}

  async get(organizationId: string): Promise<Reply> {
    return Reply.of(shownOrganization(found(await this.organizations.find(organizationId), organizationId)));
  }

  update(by: ActingMember, { name }: { name?: string | undefined }): Promise<Reply> {
    const { organizationId } = by;
    return this.acts.once(by, {}, async (tx, now) => {
      const organization = found(await this.organizations.lock(tx, organizationId), organizationId);
      const changed = found(await this.organizations.update(organizationId, { name }, tx), organizationId);
      const changedFields = changed.name === organization.name ? [] : ['name'];
      await this.acts.record(tx, by, { operation: 'updateOrganization', resource: organization, changedFields }, now);
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
