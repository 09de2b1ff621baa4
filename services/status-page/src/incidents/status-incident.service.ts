import { Injectable } from '@nestjs/common';
import {
  ApiError,
  MAX_EVENT_UPDATES,
  newId,
  parseTimestamp,
  type Detail,
  type EventType,
  type QueryOf,
  type StatusIncidentCreate,
  type StatusIncidentPost,
  type StatusIncidentUpdate,
} from '@vedette/contract';
import {
  changedFields,
  eventMessage,
  listJson,
  type Mutation,
  PiecewiseAnswer,
  type Pieces,
  Reply,
  type RpcContext,
} from '@vedette/messaging';
import { ServiceDatabase } from '@vedette/service-host';
import { isDeepStrictEqual } from 'node:util';
import {
  eventOfUpdate,
  eventsOfPublication,
  resolutionAfter,
  startFaults,
  tellingFaults,
  tellingTime,
  type IncidentFields,
  type IncidentUpdate,
  type StoredIncident,
} from './status-incident-timeline.ts';
import type { MessageHtml } from './message-html.repository.ts';
import { MessageRenderer } from './message-renderer.ts';
import { StatusPageMutations, type Transaction } from '../mutations.ts';
import { PageVersionRepository } from '../page-version.repository.ts';
import { ReferenceGuard } from '../monitors/reference-guard.ts';
import { listReferences } from '../monitors/references.ts';
import { incidentJson, incidentView } from './status-incident-view.ts';
import { StatusIncidentRepository, type SizedUpdate } from './status-incident.repository.ts';

@Injectable()
export class StatusIncidentService {
  constructor(
    private readonly mutations: StatusPageMutations,
    private readonly incidents: StatusIncidentRepository,
    private readonly renderer: MessageRenderer,
    private readonly references: ReferenceGuard,
    private readonly versions: PageVersionRepository,
    private readonly database: ServiceDatabase,
  ) {}

  async list(organizationId: string, { limit, offset, ...filter }: QueryOf<'listStatusIncidents'>): Promise<Reply> {
    const { incidents, total } = await this.incidents.list(organizationId, filter, limit, offset);
    const updates = await this.incidents.sizedUpdates(
      this.database.sql,
      incidents.map(({ id }) => id),
    );
    return Reply.json(listJson(this.#shown(incidents, updates), { limit, offset, total }));
  }

  async get(organizationId: string, id: string): Promise<Reply> {
    const incident = await this.incidents.find(organizationId, id);
    if (incident === undefined) throw notFound(id);
    const updates = await this.incidents.sizedUpdates(this.database.sql, [id]);
    // Every incident has an update, so it was deleted meanwhile.
    if (updates.length === 0) throw notFound(id);
    return Reply.json(incidentJson(incident, this.incidents.updates(this.database.sql, updates)));
  }

  create(context: RpcContext, body: StatusIncidentCreate): Promise<Reply> {
    const { organizationId } = context;
    const references = referencesOf(body);
    return this.mutations.prepareOnce(
      context,
      async () => ({
        monitors: await this.references.verify(organizationId, references.monitors, context.request),
        html: await this.#render(context, body.message),
      }),
      async (tx, { monitors, html }, now, mutation) => {
        const { state, message } = body;
        const createdAt = body.createdAt === undefined ? now : instant(body.createdAt);
        const startedAt = body.startedAt === undefined ? createdAt : instant(body.startedAt);
        const told = { at: createdAt, state, previousAt: undefined, startedAt };
        refuseFaults([
          ...(body.startedAt === undefined ? [] : startFaults(startedAt, null, now)),
          ...(body.createdAt === undefined ? [] : tellingFaults(told, now)),
        ]);
        await this.references.hold(tx, organizationId, references, monitors);
        const update = { id: newId('siu', now.getTime()), state, message, createdAt };
        const incident = {
          id: newId('si', now.getTime()),
          organizationId,
          title: body.title,
          impact: body.impact,
          pageIds: body.statusPageIds,
          monitorIds: body.monitorIds,
          startedAt,
          ...resolutionAfter(undefined, state, createdAt),
          createdAt,
          updatedAt: now,
        };
        await this.incidents.insert(tx, incident, { ...update, ...html });
        return this.#tell(tx, mutation, eventsOfPublication(state), incident, now);
      },
    );
  }

  update(context: RpcContext, id: string, body: StatusIncidentUpdate): Promise<Reply> {
    const { organizationId } = context;
    const references = referencesOf(body);
    return this.mutations.prepareOnce(
      context,
      async () => {
        if ((await this.incidents.find(organizationId, id)) === undefined) throw notFound(id);
        return this.references.verify(organizationId, references.monitors, context.request);
      },
      async (tx, monitors, now, mutation) => {
        await this.references.hold(tx, organizationId, references, monitors);
        const before = await this.#lock(tx, organizationId, id);
        const fields = fieldsOf(body);
        if (fields.startedAt !== undefined) refuseFaults(startFaults(fields.startedAt, before.resolvedAt, now));
        const isSame = isDeepStrictEqual({ ...before, ...fields }, before);
        const incident = { ...before, ...fields, updatedAt: isSame ? before.updatedAt : now };
        if (!isSame) await this.incidents.change(tx, id, fields, now);
        mutation.describe({ changedFields: changedFields(body, incidentView(before, []), incidentView(incident, [])) });
        return this.#tell(tx, mutation, ['status_incident.updated'], incident, now, before.pageIds);
      },
    );
  }

  post(context: RpcContext, id: string, body: StatusIncidentPost): Promise<Reply> {
    return this.mutations.prepareOnce(
      context,
      () => this.#render(context, body.message),
      async (tx, html, now, mutation) => {
        const before = await this.#lock(tx, context.organizationId, id);
        const { state, message } = body;
        const previousAt = await this.incidents.lastUpdateAt(tx, id);
        const createdAt = body.createdAt === undefined ? tellingTime(previousAt, now) : instant(body.createdAt);
        if (body.createdAt !== undefined) {
          refuseFaults(tellingFaults({ at: createdAt, state, previousAt, startedAt: before.startedAt }, now));
        }
        const update = { id: newId('siu', now.getTime()), state, message, createdAt };
        const resolution = resolutionAfter(before, state, createdAt);
        await this.incidents.addUpdate(tx, id, { ...update, ...html }, resolution, now);
        return this.#tell(tx, mutation, [eventOfUpdate(state)], { ...before, ...resolution, updatedAt: now }, now);
      },
    );
  }

  delete(context: RpcContext, id: string): Promise<Reply> {
    return this.mutations.once(context, async (tx, _now, mutation) => {
      const { title, pageIds } = await this.#lock(tx, context.organizationId, id);
      mutation.describe({ name: title });
      await this.incidents.delete(tx, id);
      this.versions.touch(tx, mutation, pageIds);
      return { data: { id } };
    });
  }

  #render({ organizationId, request: { deadlineAt } }: RpcContext, message: string): Promise<MessageHtml> {
    return this.renderer.render(message, { organizationId, lane: 'publication', deadlineAt });
  }

  async #lock(tx: Transaction, organizationId: string, id: string): Promise<StoredIncident> {
    const incident = await this.incidents.lock(tx, organizationId, id);
    if (incident === undefined) throw notFound(id);
    return incident;
  }

  /** Publishes the events and touches the incident's pages, including the pages that it was just removed from. */
  async #tell(
    tx: Transaction,
    mutation: Mutation,
    types: readonly Extract<EventType, `status_incident.${string}`>[],
    incident: StoredIncident,
    now: Date,
    formerPageIds: readonly string[] = [],
  ): Promise<PiecewiseAnswer> {
    // The answer is read in pieces, so it does not name the incident.
    mutation.describe({ id: incident.id, name: incident.title });
    const sized = await this.incidents.sizedUpdates(tx, [incident.id]);
    const newest: IncidentUpdate[] = [];
    for await (const update of this.incidents.updates(tx, sized.slice(0, MAX_EVENT_UPDATES))) newest.push(update);
    const statusIncident = incidentView(incident, newest);
    mutation.tell(types.map((type) => eventMessage(incident.organizationId, type, { statusIncident }, now)));
    this.versions.touch(tx, mutation, [...incident.pageIds, ...formerPageIds]);
    return new PiecewiseAnswer((sql) => incidentJson(incident, this.incidents.updates(sql, sized)));
  }

  /** Yields one incident after the other. Those that were deleted meanwhile are left out. */
  async *#shown(
    incidents: readonly StoredIncident[],
    sized: readonly SizedUpdate[],
  ): AsyncGenerator<Pieces, void, undefined> {
    const { sql } = this.database;
    const sizedOf = Map.groupBy(sized, ({ incidentId }) => incidentId);
    for (const incident of incidents) {
      const updates = await this.incidents.begin(sql, sizedOf.get(incident.id) ?? []);
      if (updates.length > 0) yield incidentJson(incident, this.incidents.updates(sql, updates));
    }
  }
}

function referencesOf({ statusPageIds = [], monitorIds = [] }: StatusIncidentUpdate) {
  return {
    monitors: listReferences('monitorIds', monitorIds),
    pages: listReferences('statusPageIds', statusPageIds),
  };
}

function fieldsOf({ statusPageIds, startedAt, ...fields }: StatusIncidentUpdate): Partial<IncidentFields> {
  return {
    ...fields,
    ...(statusPageIds !== undefined && { pageIds: statusPageIds }),
    ...(startedAt !== undefined && { startedAt: instant(startedAt) }),
  };
}

function refuseFaults(faults: readonly Detail[]): void {
  if (faults.length > 0) throw ApiError.validation(faults);
}

function notFound(id: string): ApiError {
  return ApiError.notFound('published incident', id);
}

function instant(text: string): Date {
  return new Date(parseTimestamp(text) ?? Number.NaN);
}
