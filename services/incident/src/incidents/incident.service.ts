import { Injectable } from '@nestjs/common';
import {
  ApiError,
  type Incident,
  type IncidentDetail,
  type RequestContext,
  type ResponseOf,
  type TimelineWords,
} from '@vedette/contract';
import { eventMessage, type Reply, type RpcContext } from '@vedette/messaging';
import { AlertSender } from '../sending/alert-sender.ts';
import { AlertService } from '../decisions/alert.service.ts';
import { ContactRepository } from '../contacts/contact.repository.ts';
import { IncidentRepository, type IncidentQuery } from '../lifecycle/incident.repository.ts';
import { MonitorDirectory } from '../monitors/monitor-directory.ts';
import { IncidentMutations, type Mutation } from '../mutations.ts';
import { acknowledged, note, type TimelineEntry } from '../lifecycle/timeline-message.ts';
import { hiddenParts, type HiddenPart } from '../recipients/masked-address.ts';
import { inTurns } from './in-turns.ts';
import { maskedIncident, maskedMessage } from './timeline-view.ts';

/** Bounds the size of an incident. */
const MAX_NOTES = 100;
/** A page of events has thousands of entries, and the same process sends alerts. */
const ENTRIES_A_TURN = 20;

interface Acknowledging {
  readonly organizationId: string;
  readonly id: string;
  /** As it is called at present; undefined if that is unknown. */
  readonly monitor: IncidentDetail['monitor'] | undefined;
  /** The contact whose link was followed; null if no link was. */
  readonly by: string | null;
}

@Injectable()
export class IncidentService {
  constructor(
    private readonly incidents: IncidentRepository,
    private readonly directory: MonitorDirectory,
    private readonly mutations: IncidentMutations,
    private readonly alerts: AlertService,
    private readonly sender: AlertSender,
    private readonly contacts: ContactRepository,
  ) {}

  async list({ organizationId, request }: RpcContext, query: IncidentQuery): Promise<ResponseOf<'listIncidents'>> {
    const { incidents, total } = await this.incidents.page(organizationId, query);
    const data = await this.directory.withPresentNames(incidents, organizationId, request);
    return { data, pagination: { limit: query.limit, offset: query.offset, total } };
  }

  /** For the overview, which another service answers. */
  async ongoing(
    organizationId: string,
    limit: number,
    request: RequestContext,
  ): Promise<{ incidents: Incident[]; total: number }> {
    const { incidents, total } = await this.incidents.page(organizationId, { state: 'ONGOING', limit, offset: 0 });
    return { incidents: await this.directory.withPresentNames(incidents, organizationId, request), total };
  }

  async get({ organizationId, seesMasks, request }: RpcContext, id: string): Promise<IncidentDetail> {
    const incident = await this.find(organizationId, id, request);
    if (incident === undefined) throw ApiError.notFound('incident', id);
    if (!seesMasks) return incident;
    return maskedIncident(incident, await this.#hiddenParts(organizationId));
  }

  /** For services that show what events say of an incident to readers who see masks. */
  async maskedMessages(organizationId: string, entries: readonly TimelineWords[]): Promise<string[]> {
    const hidden = await this.#hiddenParts(organizationId);
    return inTurns(entries, ENTRIES_A_TURN, (entry) => maskedMessage(entry, hidden));
  }

  async #hiddenParts(organizationId: string): Promise<HiddenPart[]> {
    const contacts = await this.contacts.list(organizationId);
    return hiddenParts(contacts.map(({ type, to }) => ({ type, address: to })));
  }

  async acknowledge(context: RpcContext, id: string): Promise<Reply> {
    const { organizationId, request } = context;
    const reply = await this.mutations.prepareOnce(
      context,
      async () => (await this.find(organizationId, id, request))?.monitor,
      (tx, monitor, now) => this.acknowledgeIn(tx, { organizationId, id, monitor, by: null }, now),
    );
    this.sender.wake();
    return reply;
  }

  addNote(context: RpcContext, id: string, text: string): Promise<Reply> {
    const { organizationId, request } = context;
    return this.mutations.prepareOnce(
      context,
      async () => (await this.find(organizationId, id, request))?.monitor,
      (tx, monitor, now) => this.#addNote(tx, organizationId, id, note(text, now), monitor),
    );
  }

  async #addNote(
    tx: Mutation,
    organizationId: string,
    id: string,
    entry: TimelineEntry,
    monitor: IncidentDetail['monitor'] | undefined,
  ): Promise<IncidentDetail> {
    const notes = await this.incidents.lockForNote(tx, organizationId, id);
    if (notes === undefined) throw ApiError.notFound('incident', id);
    if (notes >= MAX_NOTES) throw ApiError.conflict(`The incident ${id} has ${MAX_NOTES} notes, which is the most.`);
    await this.incidents.addToTimeline(tx, id, [entry]);
    const stored = await this.incidents.read(tx, organizationId, id);
    if (stored === undefined) throw ApiError.notFound('incident', id);
    const incident = { ...stored, monitor: monitor ?? stored.monitor };
    tx.describe({ name: incident.monitor.name });
    return incident;
  }

  /** The part that needs a transaction; wake the sender after its commit. */
  async acknowledgeIn(
    tx: Mutation,
    { organizationId, id, monitor, by }: Acknowledging,
    now: Date,
  ): Promise<IncidentDetail> {
    const isFirst = await this.incidents.acknowledge(tx, organizationId, id, now);
    if (isFirst) {
      await this.incidents.addToTimeline(tx, id, [acknowledged(now, by)]);
      await this.alerts.decide(tx, id, now);
    }
    const stored = await this.incidents.read(tx, organizationId, id);
    if (stored === undefined) throw ApiError.notFound('incident', id);
    if (!stored.acknowledged) {
      throw ApiError.conflict(`The incident ${id} was resolved before anybody acknowledged it.`);
    }
    const incident = { ...stored, monitor: monitor ?? stored.monitor };
    tx.describe({ name: incident.monitor.name });
    if (isFirst) await tx.tell([eventMessage(organizationId, 'incident.acknowledged', { incident }, now)]);
    return incident;
  }

  async find(organizationId: string, id: string, request: RequestContext): Promise<IncidentDetail | undefined> {
    const stored = await this.incidents.find(organizationId, id);
    if (stored === undefined) return undefined;
    const [incident] = await this.directory.withPresentNames([stored], organizationId, request);
    return incident;
  }
}
