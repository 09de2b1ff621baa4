import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import type { RequestOf } from '@vedette/contract';
import { Handles, RpcContext, type Reply } from '@vedette/messaging';
import { actingMemberOf } from '../acting.ts';
import { AuditService } from '../audit/audit.service.ts';
import { OrganizationService } from './organization.service.ts';
import { UsageService } from './usage.service.ts';

@Controller()
export class OrganizationController {
  constructor(
    private readonly organizations: OrganizationService,
    private readonly usage: UsageService,
    private readonly audit: AuditService,
  ) {}

  @Handles('getOrganization')
  get(@Ctx() context: RpcContext): Promise<Reply> {
    return this.organizations.get(context.organizationId);
  }

  @Handles('updateOrganization')
  update(@Payload() { body }: RequestOf<'updateOrganization'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.organizations.update(actingMemberOf(context), body);
  }

  @Handles('getUsage')
  getUsage(@Ctx() context: RpcContext): Promise<Reply> {
    return this.usage.get(context);
  }

  @Handles('listAuditLog')
  listAuditLog(@Payload() { query }: RequestOf<'listAuditLog'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.audit.list(context.organizationId, query);
  }
}
