import { Injectable } from '@nestjs/common';
import {
  ApiError,
  type Incident,
  type IncidentDetail,
  type RequestContext,
  type ResponseOf,
  type TimelineWords,
} from '@vedette/contract';
import type { Mutation, Reply, RpcContext } from '@vedette/messaging';
import { hiddenParts, type HiddenPart } from '../messages/masked-address.ts';
import { acknowledged, note } from '../messages/timeline-message.ts';
import { IncidentMutations, type Transaction } from '../mutations.ts';
import { ContactAddresses } from './contact-addresses.ts';
import { IncidentRepository, type IncidentQuery } from './incident.repository.ts';
import { inTurns } from './in-turns.ts';
import { MonitorDirectory } from './monitor-directory.ts';
import { maskedIncident, maskedMessage } from './timeline-view.ts';

/** Bounds the size of an incident. */
const MAX_NOTES = 100;
/** A page of events has thousands of entries, and the same process sends alerts. */
const ENTRIES_A_TURN = 20;

/** The monitor of an incident as it is called at present; undefined if that is unknown. */
export type ShownMonitor = IncidentDetail['monitor'] | undefined;

@Injectable()
export class IncidentService {
  constructor(
    private readonly incidents: IncidentRepository,
    private readonly directory: MonitorDirectory,
    private readonly mutations: IncidentMutations,
    private readonly addresses: ContactAddresses,
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
    const contacts = await this.incidents.contactsOf(organizationId);
    return hiddenParts(contacts.map(({ id, type, sealed }) => ({ type, address: this.addresses.open(id, sealed) })));
  }

  addNote(context: RpcContext, id: string, text: string): Promise<Reply> {
    const { organizationId, request } = context;
    return this.mutations.prepareOnce(
      context,
      async () => (await this.find(organizationId, id, request))?.monitor,
      async (tx, monitor, now, mutation) => {
        const notes = await this.incidents.lockForNote(tx, organizationId, id);
        if (notes === undefined) throw ApiError.notFound('incident', id);
        if (notes >= MAX_NOTES)
          throw ApiError.conflict(`The incident ${id} has ${MAX_NOTES} notes, which is the most.`);
        await this.incidents.addToTimeline(tx, id, [note(text, now)]);
        return this.read(tx, mutation, { organizationId, id, monitor });
      },
    );
  }

  /** False if the incident is already acknowledged or resolved, or does not exist. `by`: see `acknowledged`. */
  async acknowledge(
    tx: Transaction,
    organizationId: string,
    id: string,
    by: string | null,
    now: Date,
  ): Promise<boolean> {
    const isFirst = await this.incidents.acknowledge(tx, organizationId, id, now);
    if (isFirst) await this.incidents.addToTimeline(tx, id, [acknowledged(now, by)]);
    return isFirst;
  }

  /** The answer to a request that has changed the incident. */
  async read(
    tx: Transaction,
    mutation: Mutation,
    { organizationId, id, monitor }: { organizationId: string; id: string; monitor: ShownMonitor },
  ): Promise<IncidentDetail> {
    const stored = await this.incidents.read(tx, organizationId, id);
    if (stored === undefined) throw ApiError.notFound('incident', id);
    const incident = { ...stored, monitor: monitor ?? stored.monitor };
    mutation.describe({ name: incident.monitor.name });
    return incident;
  }

  async find(organizationId: string, id: string, request: RequestContext): Promise<IncidentDetail | undefined> {
    const stored = await this.incidents.find(organizationId, id);
    if (stored === undefined) return undefined;
    const [incident] = await this.directory.withPresentNames([stored], organizationId, request);
    return incident;
  }
}
