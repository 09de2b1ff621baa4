import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { internal, type RequestOf } from '@vedette/contract';
import { Answers, Handles, RpcContext, type Reply } from '@vedette/messaging';
import { actingMemberOf, signedInOf } from '../acting.ts';
import { MemberService } from './member.service.ts';
import { PersonService } from './person.service.ts';

@Controller()
export class MemberController {
  constructor(
    private readonly members: MemberService,
    private readonly people: PersonService,
  ) {}

  @Handles('listMembers')
  list(@Payload() { query }: RequestOf<'listMembers'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.members.list(context.organizationId, query);
  }

  @Handles('updateMember')
  update(@Payload() { params, body }: RequestOf<'updateMember'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.members.update(actingMemberOf(context), params.personId, body);
  }

  @Handles('removeMember')
  remove(@Payload() { params }: RequestOf<'removeMember'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.members.remove(actingMemberOf(context), params.personId);
  }

  @Answers(internal.isMember)
  async isMember(
    @Payload() { organizationId, email }: { organizationId: string; email: string },
  ): Promise<{ isMember: boolean }> {
    return { isMember: await this.members.hasAddress(organizationId, email) };
  }

  @Handles('getMe')
  getMe(@Ctx() context: RpcContext): Promise<Reply> {
    return this.people.get(signedInOf(context).person.id);
  }

  @Handles('updateMe')
  updateMe(@Payload() { body }: RequestOf<'updateMe'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.people.update(signedInOf(context), body);
  }
}
