import { Inject, Injectable } from '@nestjs/common';
import {
  ApiError,
  internal,
  newId,
  type AlertContact,
  type ContactAttachment,
  type ContactCreate,
  type ContactType,
  type Detail,
  type RequestContext,
} from '@vedette/contract';
import { Deadline, Outbound } from '@vedette/outbound';
import { CONFIG, Host } from '@vedette/service-host';
import type { IncidentConfig } from '../config.ts';
import { IncidentMutations } from '../mutations.ts';
import { addressFault } from './contact-address.ts';
import { ContactRepository } from './contact.repository.ts';

const RESOLVE_LIMIT_MS = 2_000;

@Injectable()
export class ContactService {
  constructor(
    private readonly contacts: ContactRepository,
    private readonly mutations: IncidentMutations,
    private readonly host: Host,
    private readonly outbound: Outbound,
    @Inject(CONFIG) private readonly config: IncidentConfig,
  ) {}

  async add(
    request: RequestContext,
    { organizationId, type, to, name, monitors }: ContactCreate,
  ): Promise<AlertContact> {
    const fault = addressFault(type, to, this.config.webhookAllowPrivateTargets) ?? (await this.#targetFault(type, to));
    if (fault !== undefined) throw ApiError.validation([{ path: 'to', message: `to ${fault}` }]);
    const attachedIds = typeof monitors === 'string' ? [] : monitors;
    await this.#refuseUnknown(request, organizationId, attachedIds);
    const now = new Date();
    return this.contacts.insert(
      {
        id: newId('ac', now.getTime()),
        organizationId,
        type,
        name,
        address: to,
        baselineAt: now,
        baselineAttached: monitors === 'ALL',
        createdAt: now,
      },
      attachedIds,
    );
  }

  list(organizationId: string): Promise<AlertContact[]> {
    return this.contacts.list(organizationId);
  }

  async attach(request: RequestContext, { contactId, monitors, attached }: ContactAttachment): Promise<AlertContact> {
    const found = existing(contactId, await this.contacts.find(contactId));
    if (monitors === 'ALL') {
      const baseline = { baselineAt: new Date(), baselineAttached: attached };
      const changed = await this.mutations.run((tx) => this.contacts.setBaseline(tx, contactId, baseline));
      return existing(contactId, changed);
    }
    await this.#refuseUnknown(request, found.organizationId, monitors);
    return existing(contactId, await this.contacts.setExceptions(contactId, monitors, attached));
  }

  async remove(contactId: string): Promise<AlertContact> {
    return existing(contactId, await this.mutations.run((tx) => this.contacts.remove(tx, contactId, new Date())));
  }

  /** A name that does not resolve now is accepted, because every attempt checks again. */
  async #targetFault(type: ContactType, to: string): Promise<string | undefined> {
    if (type !== 'WEBHOOK') return undefined;
    const deadline = Deadline.after(RESOLVE_LIMIT_MS);
    const resolution = await this.outbound.resolve(new URL(to).hostname, deadline);
    deadline.clear();
    const isRefused = !resolution.ok && ['invalid_host', 'forbidden_address'].includes(resolution.reason);
    return isRefused ? `cannot be used: ${resolution.message}` : undefined;
  }

  async #refuseUnknown(request: RequestContext, organizationId: string, monitorIds: string[]): Promise<void> {
    if (monitorIds.length === 0) return;
    const { monitors } = await this.host.rpc.ask(internal.describeMonitors, { organizationId, monitorIds }, request);
    const known = new Set(monitors.map(({ id }) => id));
    const faults = monitorIds.flatMap((id, index): Detail[] =>
      known.has(id)
        ? []
        : [{ path: `monitors.${index}`, message: `There is no monitor ${id} in the organization ${organizationId}` }],
    );
    if (faults.length > 0) throw ApiError.validation(faults);
  }
}

function existing(id: string, contact: AlertContact | undefined): AlertContact {
  if (contact === undefined) throw new ApiError('not_found', `There is no contact ${id}.`);
  return contact;
}
