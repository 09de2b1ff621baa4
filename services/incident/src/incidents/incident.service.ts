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
import { acknowledged, note, type KnownContact } from '../messages/timeline-entry.ts';
import { entryMessage, namelessMessage } from '../messages/timeline-message.ts';
import { IncidentMutations, type Transaction } from '../mutations.ts';
import { IncidentRepository, type IncidentQuery } from './incident.repository.ts';
import { MonitorDirectory } from './monitor-directory.ts';

/** Bounds the size of an incident. */
const MAX_NOTES = 100;

/** The monitor of an incident as it is called at present; undefined if that is unknown. */
export type ShownMonitor = IncidentDetail['monitor'] | undefined;

@Injectable()
export class IncidentService {
  constructor(
    private readonly incidents: IncidentRepository,
    private readonly directory: MonitorDirectory,
    private readonly mutations: IncidentMutations,
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
    const incident = await this.find(organizationId, id, request, seesMasks);
    if (incident === undefined) throw ApiError.notFound('incident', id);
    return incident;
  }

  /**
   * What events say of incidents, for services that show it to readers who see masks. An event keeps the sentences of its
   * time: one that the timeline does not have any more is shown without its names.
   */
  async maskedMessages(organizationId: string, entries: readonly TimelineWords[]): Promise<string[]> {
    const ids = [...new Set(entries.map(({ incidentId }) => incidentId))];
    const known = new Map(
      (await this.incidents.timelinesOf(organizationId, ids)).map((entry) => [
        `${entry.incidentId} ${entry.type} ${entryMessage(entry, false)}`,
        entryMessage(entry, true),
      ]),
    );
    return entries.map(
      ({ incidentId, type, message }) =>
        known.get(`${incidentId} ${type} ${message}`) ?? namelessMessage(type, message),
    );
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
    by: KnownContact | null,
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

  async find(
    organizationId: string,
    id: string,
    request: RequestContext,
    seesMasks = false,
  ): Promise<IncidentDetail | undefined> {
    const stored = await this.incidents.find(organizationId, id, seesMasks);
    if (stored === undefined) return undefined;
    const [incident] = await this.directory.withPresentNames([stored], organizationId, request);
    return incident;
  }
}
