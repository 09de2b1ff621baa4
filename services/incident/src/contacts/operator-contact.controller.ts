import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import {
  internal,
  type AlertContact,
  type ContactAttachment,
  type ContactChange,
  type ContactCreate,
} from '@vedette/contract';
import { Answers, RpcContext, type Reply } from '@vedette/messaging';
import { ContactTestService } from './contact-test.service.ts';
import { OperatorContactService } from './operator-contact.service.ts';

@Controller()
export class OperatorContactController {
  constructor(
    private readonly contacts: OperatorContactService,
    private readonly tests: ContactTestService,
  ) {}

  @Answers(internal.addContact)
  add(@Payload() contact: ContactCreate, @Ctx() context: RpcContext): Promise<Reply> {
    return this.contacts.add(context, contact);
  }

  @Answers(internal.listContacts)
  async list(@Payload() { organizationId }: { organizationId: string }): Promise<{ contacts: AlertContact[] }> {
    return { contacts: await this.contacts.list(organizationId) };
  }

  @Answers(internal.changeContact)
  change(@Payload() change: ContactChange, @Ctx() context: RpcContext): Promise<Reply> {
    return this.contacts.change(context, change);
  }

  @Answers(internal.attachContact)
  attach(@Payload() attachment: ContactAttachment, @Ctx() context: RpcContext): Promise<Reply> {
    return this.contacts.attach(context, attachment);
  }

  @Answers(internal.removeContact)
  remove(@Payload() { contactId }: { contactId: string }, @Ctx() context: RpcContext): Promise<Reply> {
    return this.contacts.remove(context, contactId);
  }

  @Answers(internal.testContact)
  test(@Payload() { contactId }: { contactId: string }, @Ctx() context: RpcContext): Promise<Reply> {
    return this.tests.testAny(context, contactId);
  }
}
