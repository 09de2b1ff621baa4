import { Injectable } from '@nestjs/common';
import { ApiError, limitRefusal, type BodyOf, type Detail, type QueryOf } from '@vedette/contract';
import { changedFields, Reply, type RpcContext, type Seal } from '@vedette/messaging';
import { SecretBox } from '@vedette/sealing';
import { DueDecisions } from '../alerts/due-decisions.ts';
import { needsConfirmation } from './contact-confirmation.ts';
import { ConfirmationSender } from './confirmation-sender.ts';
import { ConfirmationRepository } from './confirmation.repository.ts';
import { IncidentMutations } from '../mutations.ts';
import { ContactCheck } from './contact-check.ts';
import { newSecret, shownSecret } from './contact-secret.ts';
import { shownContact } from './contact-view.ts';
import { ContactOutcomeRepository } from './contact-outcome.repository.ts';
import { ContactRepository } from './contact.repository.ts';

/** The alert contacts of an organization, as its people and keys manage them. */
@Injectable()
export class ContactService {
  readonly #sealedAnswers: Seal;

  constructor(
    private readonly contacts: ContactRepository,
    private readonly outcomes: ContactOutcomeRepository,
    private readonly check: ContactCheck,
    private readonly mutations: IncidentMutations,
    private readonly decisions: DueDecisions,
    private readonly confirmations: ConfirmationRepository,
    private readonly asking: ConfirmationSender,
    secrets: SecretBox,
  ) {
    this.#sealedAnswers = secrets.within('idempotent answer');
  }

  async list({ organizationId, seesMasks }: RpcContext, page: QueryOf<'listAlertContacts'>): Promise<Reply> {
    const { limit, offset } = page;
    const { contacts, total } = await this.contacts.page(organizationId, limit, offset);
    const outcomes = await this.outcomes.ofContacts(contacts, seesMasks);
    return Reply.of({
      data: contacts.map((contact) => shownContact(contact, outcomes.get(contact.id) ?? null, seesMasks)),
      pagination: { limit, offset, total },
    });
  }

  async get({ organizationId, seesMasks }: RpcContext, id: string): Promise<Reply> {
    const contact = found(await this.contacts.find({ id, organizationId }), id);
    return Reply.of(shownContact(contact, await this.outcomes.ofContact(contact, seesMasks), seesMasks));
  }

  async create(context: RpcContext, body: BodyOf<'createAlertContact'>): Promise<Reply> {
    const { type, to, name, monitorIds, secret: given, ...settings } = body;
    const secret = newSecret(type, given);
    const { organizationId, seesMasks, request } = context;
    const reply = await this.mutations.prepareOnce(
      context,
      async () => {
        this.check.requireMailServer(type);
        this.check.requireSettings(settings);
        this.check.requireSecret(type, given);
        await this.check.requireAddress(type, to);
        await this.check.requireMonitors(request, organizationId, 'monitorIds', monitorIds ?? []);
        return type === 'EMAIL' && needsConfirmation(type, await this.check.isMember(request, organizationId, to));
      },
      async (tx, isUnconfirmed, now) => {
        const full = limitRefusal('alert contacts', await this.contacts.countForInsert(tx, organizationId));
        if (full !== undefined) throw ApiError.conflict(full);
        const monitors = monitorIds ?? ('ALL' as const);
        const created = { organizationId, type, to, secret, name, monitors, settings };
        const contact = await this.contacts.insert(tx, created, isUnconfirmed ? null : now, now);
        if (isUnconfirmed)
          await this.confirmations.add(tx, contact.id, context.request.session?.person.name ?? null, now);
        await this.decisions.reconsiderContacts(tx, [contact.id]);
        return { ...shownContact(contact, null, seesMasks), secret: shownSecret(type, secret) };
      },
      this.#sealedAnswers,
    );
    this.decisions.wake();
    this.asking.wake();
    return reply;
  }

  async update(context: RpcContext, id: string, update: BodyOf<'updateAlertContact'>): Promise<Reply> {
    const { organizationId, seesMasks } = context;
    this.check.requireSettings(update);
    const reply = await this.mutations.once(
      context,
      async (tx, _now, mutation) => {
        const before = found(await this.contacts.find({ id, organizationId }, tx), id);
        await this.contacts.update(tx, { id, organizationId }, update);
        await this.decisions.reconsiderContacts(tx, [id]);
        const after = found(await this.contacts.find({ id, organizationId }, tx), id);
        mutation.describe({ changedFields: changedFields(update, before, after) });
        return shownContact(after, await this.outcomes.ofContact(after, seesMasks, tx), seesMasks);
      },
      this.#sealedAnswers,
    );
    this.decisions.wake();
    return reply;
  }

  delete(context: RpcContext, id: string): Promise<Reply> {
    const { organizationId } = context;
    return this.mutations.once(context, async (tx, now, mutation) => {
      const { name } = found(await this.contacts.remove(tx, { id, organizationId }, now), id);
      mutation.describe({ name });
      return { data: { id } };
    });
  }

  async attachedTo({ organizationId, request }: RpcContext, monitorId: string): Promise<Reply> {
    const { createdAt } = await this.check.requireMonitor(request, organizationId, monitorId);
    const monitor = { id: monitorId, createdAt: new Date(createdAt) };
    return Reply.of(idsOf(await this.contacts.attachedTo(organizationId, monitor)));
  }

  /** Attaches exactly these contacts to the monitor. */
  async attachTo(context: RpcContext, monitorId: string, contactIds: readonly string[]): Promise<Reply> {
    const { organizationId, request } = context;
    const reply = await this.mutations.prepareOnce(
      context,
      () => this.check.requireMonitor(request, organizationId, monitorId),
      async (tx, { name, createdAt }, _now, mutation) => {
        const all = new Set(await this.contacts.lockAll(tx, organizationId));
        const faults = contactIds.flatMap((id, index): Detail[] =>
          all.has(id) ? [] : [{ path: `contactIds.${index}`, message: `There is no alert contact ${id}` }],
        );
        if (faults.length > 0) throw ApiError.validation(faults);
        const monitor = { id: monitorId, createdAt: new Date(createdAt) };
        const attached = new Set((await this.contacts.attachedTo(organizationId, monitor, tx)).map(({ id }) => id));
        const [added, removed] = [difference(contactIds, attached), difference(attached, new Set(contactIds))];
        mutation.describe({ name, changedFields: added.length + removed.length === 0 ? [] : ['contactIds'] });
        await this.contacts.setMonitorExceptions(tx, monitorId, added, true);
        await this.contacts.setMonitorExceptions(tx, monitorId, removed, false);
        await this.decisions.reconsiderContacts(tx, [...added, ...removed]);
        return idsOf(await this.contacts.attachedTo(organizationId, monitor, tx));
      },
    );
    this.decisions.wake();
    return reply;
  }
}

function found<Contact>(contact: Contact | undefined, id: string): Contact {
  if (contact === undefined) throw ApiError.notFound('alert contact', id);
  return contact;
}

function difference(ids: Iterable<string>, others: ReadonlySet<string>): string[] {
  return [...ids].filter((id) => !others.has(id));
}

function idsOf(contacts: readonly { readonly id: string }[]) {
  return { contactIds: contacts.map(({ id }) => id) };
}
