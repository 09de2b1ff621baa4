import { Injectable } from '@nestjs/common';
import { ApiError } from '@vedette/contract';
import type { Reply } from '@vedette/messaging';
import { originOf, type ActingMember } from '../acting.ts';
import { Acts } from '../acts.ts';
import { OrganizationRepository } from '../organizations/organization.repository.ts';
import { MemberChanger } from '../people/member-changer.ts';
import { roleRefusal } from '../people/role-refusal.ts';
import { deleteOrganization } from '../people/roles.ts';
import { OrganizationDeletion } from './organization-deletion.ts';
import type { EndedCredentials } from './organization-deletion.repository.ts';
import { OrganizationEraser } from './organization-eraser.ts';

/** How an owner deletes their organization. */
@Injectable()
export class DeletionService {
  constructor(
    private readonly organizations: OrganizationRepository,
    private readonly changer: MemberChanger,
    private readonly deletion: OrganizationDeletion,
    private readonly eraser: OrganizationEraser,
    private readonly acts: Acts,
  ) {}

  async delete(by: ActingMember): Promise<Reply> {
    const { organizationId } = by;
    let ended: EndedCredentials = { keyIds: [], personIds: [] };
    const reply = await this.acts.once(by, {}, async (tx, now) => {
      const organization = await this.organizations.lock(tx, organizationId);
      const changer = await this.changer.load(tx, by);
      if (organization === undefined || changer === undefined) {
        throw ApiError.notFound('organization', organizationId);
      }
      const verdict = deleteOrganization(changer, now);
      if (verdict.kind !== 'allowed') throw roleRefusal(verdict);
      ended = await this.deletion.begin(tx, organization, originOf(by), now);
      return { data: { id: organizationId } };
    });
    this.acts.announce(
      ...ended.keyIds.map((keyId) => ({ keyId })),
      ...ended.personIds.map((personId) => ({ personId })),
    );
    this.eraser.wake();
    return reply;
  }
}
