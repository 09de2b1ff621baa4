import { Injectable } from '@nestjs/common';
import {
  ApiError,
  type AlertContact,
  type ContactAttachment,
  type ContactChange,
  type ContactCreate,
} from '@vedette/contract';
import { changedFields, type Keyed, type Reply, type RpcContext } from '@vedette/messaging';
import { DueDecisions } from '../alerts/due-decisions.ts';
import { IncidentMutations } from '../mutations.ts';
import { ContactCheck } from './contact-check.ts';
import { newSecret, shownSecret } from './contact-secret.ts';
import { withoutSecretAddress } from './contact-view.ts';
import { ContactRepository } from './contact.repository.ts';

/** What the operator's command line does with contacts, of whichever organization. */
@Injectable()
export class OperatorContactService {
  constructor(
    private readonly contacts: ContactRepository,
    private readonly check: ContactCheck,
    private readonly mutations: IncidentMutations,
    private readonly decisions: DueDecisions,
  ) {}

  async add(context: RpcContext, contact: ContactCreate): Promise<Reply> {
    const { organizationId, type, to, monitors, settings } = contact;
    this.check.requireMailServer(type);
    this.check.requireSettings(settings);
    this.check.requireSecret(type, contact.secret);
    await this.check.requireAddress(type, to);
    if (typeof monitors !== 'string') {
      await this.check.requireMonitors(context.request, organizationId, 'monitors', monitors);
    }
    const secret = newSecret(type, contact.secret);
    const reply = await this.mutations.once(keyedOf(context, organizationId), async (tx, now) => {
      const added = await this.contacts.insert(tx, { ...contact, secret }, now, now);
      await this.decisions.reconsiderContacts(tx, [added.id]);
      return { ...withoutSecretAddress(added), secret: shownSecret(type, secret) };
    });
    this.decisions.wake();
    return reply;
  }

  async list(organizationId: string): Promise<AlertContact[]> {
    return (await this.contacts.list(organizationId)).map(withoutSecretAddress);
  }

  async change(context: RpcContext, { contactId: id, settings }: ContactChange): Promise<Reply> {
    const { organizationId } = existing(id, await this.contacts.find({ id }));
    this.check.requireSettings(settings);
    const reply = await this.mutations.once(keyedOf(context, organizationId), async (tx, _now, mutation) => {
      const before = existing(id, await this.contacts.find({ id }, tx));
      await this.contacts.update(tx, { id }, settings);
      await this.decisions.reconsiderContacts(tx, [id]);
      const after = existing(id, await this.contacts.find({ id }, tx));
      mutation.describe({ changedFields: changedFields(settings, before, after) });
      return withoutSecretAddress(after);
    });
    this.decisions.wake();
    return reply;
  }

  async attach(context: RpcContext, { contactId, monitors, attached }: ContactAttachment): Promise<Reply> {
    const { organizationId } = existing(contactId, await this.contacts.find({ id: contactId }));
    if (monitors !== 'ALL') {
      await this.check.requireMonitors(context.request, organizationId, 'monitors', monitors);
    }
    const reply = await this.mutations.once(keyedOf(context, organizationId), async (tx, now, mutation) => {
      mutation.describe({ changedFields: ['monitors'] });
      const changed =
        monitors === 'ALL'
          ? await this.contacts.setBaseline(tx, contactId, { baselineAt: now, baselineAttached: attached })
          : await this.contacts.setExceptions(tx, contactId, monitors, attached);
      await this.decisions.reconsiderContacts(tx, [contactId]);
      return withoutSecretAddress(existing(contactId, changed));
    });
    this.decisions.wake();
    return reply;
  }

  async remove(context: RpcContext, contactId: string): Promise<Reply> {
    const { organizationId } = existing(contactId, await this.contacts.find({ id: contactId }));
    return this.mutations.once(keyedOf(context, organizationId), async (tx, now) =>
      withoutSecretAddress(existing(contactId, await this.contacts.remove(tx, { id: contactId }, now))),
    );
  }
}

/** A command has no idempotency key, and its request does not say which organization it concerns. */
function keyedOf({ act }: RpcContext, organizationId: string): Keyed {
  return { organizationId, idempotency: undefined, act };
}

function existing(id: string, contact: AlertContact | undefined): AlertContact {
  if (contact === undefined) throw new ApiError('not_found', `There is no contact ${id}.`);
  return contact;
}
