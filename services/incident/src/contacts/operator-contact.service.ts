import { Injectable } from '@nestjs/common';
import {
  ApiError,
  type AlertContact,
  type ContactAttachment,
  type ContactCreate,
  type RequestContext,
} from '@vedette/contract';
import { IncidentMutations } from '../mutations.ts';
import { ContactCheck } from './contact-check.ts';
import { ContactRepository } from './contact.repository.ts';

/** What the operator's command line does with contacts, of whichever organization. */
@Injectable()
export class OperatorContactService {
  constructor(
    private readonly contacts: ContactRepository,
    private readonly check: ContactCheck,
    private readonly mutations: IncidentMutations,
  ) {}

  async add(request: RequestContext, contact: ContactCreate): Promise<AlertContact> {
    const { organizationId, type, to, monitors } = contact;
    await this.check.requireAddress(type, to);
    if (typeof monitors !== 'string') {
      await this.check.requireMonitors(request, organizationId, 'monitors', monitors);
    }
    return this.mutations.run((tx) => this.contacts.insert(tx, contact, new Date()));
  }

  list(organizationId: string): Promise<AlertContact[]> {
    return this.contacts.list(organizationId);
  }

  async attach(request: RequestContext, { contactId, monitors, attached }: ContactAttachment): Promise<AlertContact> {
    const { organizationId } = existing(contactId, await this.contacts.find({ id: contactId }));
    if (monitors !== 'ALL') await this.check.requireMonitors(request, organizationId, 'monitors', monitors);
    const changed = await this.mutations.run((tx) =>
      monitors === 'ALL'
        ? this.contacts.setBaseline(tx, contactId, { baselineAt: new Date(), baselineAttached: attached })
        : this.contacts.setExceptions(tx, contactId, monitors, attached),
    );
    return existing(contactId, changed);
  }

  async remove(contactId: string): Promise<AlertContact> {
    const removed = await this.mutations.run((tx) => this.contacts.remove(tx, { id: contactId }, new Date()));
    return existing(contactId, removed);
  }
}

function existing(id: string, contact: AlertContact | undefined): AlertContact {
  if (contact === undefined) throw new ApiError('not_found', `There is no contact ${id}.`);
  return contact;
}
