import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import type { RequestOf } from '@vedette/contract';
import { Handles, RpcContext, type Reply } from '@vedette/messaging';
import { ConfirmationService } from './confirmation.service.ts';
import { ContactTestService } from './contact-test.service.ts';
import { ContactService } from './contact.service.ts';

@Controller()
export class ContactController {
  constructor(
    private readonly contacts: ContactService,
    private readonly confirmations: ConfirmationService,
    private readonly tests: ContactTestService,
  ) {}

  @Handles('listAlertContacts')
  list(@Payload() { query }: RequestOf<'listAlertContacts'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.contacts.list(context, query);
  }

  @Handles('createAlertContact')
  create(@Payload() { body }: RequestOf<'createAlertContact'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.contacts.create(context, body);
  }

  @Handles('confirmAlertContact')
  confirm(@Payload() { body }: RequestOf<'confirmAlertContact'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.confirmations.confirm(context, body.token);
  }

  @Handles('getAlertContact')
  get(@Payload() { params }: RequestOf<'getAlertContact'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.contacts.get(context, params.contactId);
  }

  @Handles('updateAlertContact')
  update(@Payload() { params, body }: RequestOf<'updateAlertContact'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.contacts.update(context, params.contactId, body);
  }

  @Handles('testAlertContact')
  test(@Payload() { params }: RequestOf<'testAlertContact'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.tests.test(context, params.contactId);
  }

  @Handles('deleteAlertContact')
  delete(@Payload() { params }: RequestOf<'deleteAlertContact'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.contacts.delete(context, params.contactId);
  }

  @Handles('getMonitorAlertContacts')
  attachedTo(@Payload() { params }: RequestOf<'getMonitorAlertContacts'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.contacts.attachedTo(context, params.monitorId);
  }

  @Handles('setMonitorAlertContacts')
  attachTo(
    @Payload() { params, body }: RequestOf<'setMonitorAlertContacts'>,
    @Ctx() context: RpcContext,
  ): Promise<Reply> {
    return this.contacts.attachTo(context, params.monitorId, body.contactIds);
  }
}
