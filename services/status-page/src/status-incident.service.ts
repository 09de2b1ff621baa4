import { Injectable } from '@nestjs/common';
import {
  ApiError,
  newId,
  parseTimestamp,
  type Detail,
  type EventType,
  type QueryOf,
  type ResponseOf,
  type StatusIncident,
  type StatusIncidentCreate,
  type StatusIncidentPost,
  type StatusIncidentUpdate,
} from '@vedette/contract';
import { eventMessage, type Reply, type RpcContext } from '@vedette/messaging';
import { ServiceDatabase } from '@vedette/service-host';
import { isDeepStrictEqual } from 'node:util';
import {
  eventOfUpdate,
  eventsOfPublication,
  resolutionAfter,
  startFaults,
  tellingFaults,
} from './incident-timeline.ts';
import { MessageRenderer } from './message-renderer.ts';
import { Mutations } from './mutations.ts';
import { PageVersionRepository } from './page-version.repository.ts';
import { ReferenceGuard } from './reference-guard.ts';
import { listReferences } from './references.ts';
import { StatusIncidentRepository, type IncidentFields, type StoredIncident } from './status-incident.repository.ts';
import type { Transaction } from './transaction.repository.ts';

@Injectable()
export class StatusIncidentService {
  constructor(
    private readonly mutations: Mutations,
    private readonly incidents: StatusIncidentRepository,
    private readonly renderer: MessageRenderer,
    private readonly references: ReferenceGuard,
    private readonly versions: PageVersionRepository,
    private readonly database: ServiceDatabase,
  ) {}

  async list(
    organizationId: string,
    { limit, offset, ...filter }: QueryOf<'listStatusIncidents'>,
  ): Promise<ResponseOf<'listStatusIncidents'>> {
    const { incidents, total } = await this.incidents.list(organizationId, filter, limit, offset);
    return { data: incidents.map(incidentResource), pagination: { limit, offset, total } };
  }

  async get(organizationId: string, id: string): Promise<StatusIncident> {
    const incident = await this.incidents.find(organizationId, id);
    if (incident === null) throw notFound(id);
    return incidentResource(incident);
  }

  create(context: RpcContext, body: StatusIncidentCreate): Promise<Reply> {
    const { organizationId } = context;
    const references = referencesOf(body);
    return this.mutations.once(
      context,
      async () => ({
        monitors: await this.references.verify(organizationId, references.monitors, context.request),
        html: await this.renderer.render(body.message),
      }),
      async (tx, { monitors, html }, now) => {
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
        return this.#tell(tx, eventsOfPublication(state), { ...incident, updates: [update] }, now);
      },
    );
  }

  update(context: RpcContext, id: string, body: StatusIncidentUpdate): Promise<Reply> {
    const { organizationId } = context;
    const references = referencesOf(body);
    return this.mutations.once(
      context,
      async () => {
        if ((await this.incidents.find(organizationId, id)) === null) throw notFound(id);
        return this.references.verify(organizationId, references.monitors, context.request);
      },
      async (tx, monitors, now) => {
        await this.references.hold(tx, organizationId, references, monitors);
        const before = await this.incidents.lock(tx, organizationId, id);
        if (before === null) throw notFound(id);
        const fields = changedFields(body);
        if (fields.startedAt !== undefined) refuseFaults(startFaults(fields.startedAt, before.resolvedAt, now));
        const isSame = isDeepStrictEqual({ ...before, ...fields }, before);
        const incident = { ...before, ...fields, updatedAt: isSame ? before.updatedAt : now };
        if (!isSame) await this.incidents.change(tx, id, fields, now);
        return this.#tell(tx, ['status_incident.updated'], incident, now, before.pageIds);
      },
    );
  }

  post(context: RpcContext, id: string, body: StatusIncidentPost): Promise<Reply> {
    const render = () => this.renderer.render(body.message);
    return this.#change(context, id, render, async (tx, before, html, now) => {
      const { state, message } = body;
      const createdAt = body.createdAt === undefined ? now : instant(body.createdAt);
      if (body.createdAt !== undefined) {
        const { startedAt, updates } = before;
        refuseFaults(tellingFaults({ at: createdAt, state, previousAt: updates[0]?.createdAt, startedAt }, now));
      }
      const update = { id: newId('siu', now.getTime()), state, message, createdAt };
      const resolution = resolutionAfter(before, state, createdAt);
      await this.incidents.addUpdate(tx, id, { ...update, ...html }, resolution, now);
      const incident = { ...before, ...resolution, updates: [update, ...before.updates], updatedAt: now };
      return this.#tell(tx, [eventOfUpdate(state)], incident, now);
    });
  }

  delete(context: RpcContext, id: string): Promise<Reply> {
    return this.#change(context, id, nothingToPrepare, async (tx, incident) => {
      await this.incidents.delete(tx, id);
      await this.versions.touch(tx, incident.pageIds);
      return { data: { id } };
    });
  }

  #change<P>(
    context: RpcContext,
    id: string,
    prepare: () => Promise<P>,
    work: (tx: Transaction, incident: StoredIncident, prepared: P, now: Date) => Promise<unknown>,
  ): Promise<Reply> {
    return this.mutations.once(context, prepare, async (tx, prepared, now) => {
      const incident = await this.incidents.lock(tx, context.organizationId, id);
      if (incident === null) throw notFound(id);
      return work(tx, incident, prepared, now);
    });
  }

  /** Tells the world and the pages, those that it has just left among them. */
  async #tell(
    tx: Transaction,
    types: readonly Extract<EventType, `status_incident.${string}`>[],
    incident: StoredIncident,
    now: Date,
    formerPageIds: readonly string[] = [],
  ): Promise<StatusIncident> {
    const statusIncident = incidentResource(incident);
    const messages = types.map((type) => eventMessage(incident.organizationId, type, { statusIncident }, now));
    await this.database.outbox.write(tx, messages);
    await this.versions.touch(tx, [...incident.pageIds, ...formerPageIds]);
    return statusIncident;
  }
}

const nothingToPrepare = (): Promise<void> => Promise.resolve();

function referencesOf({ statusPageIds = [], monitorIds = [] }: StatusIncidentUpdate) {
  return {
    monitors: listReferences('monitorIds', monitorIds),
    pages: listReferences('statusPageIds', statusPageIds),
  };
}

function changedFields({ statusPageIds, startedAt, ...fields }: StatusIncidentUpdate): Partial<IncidentFields> {
  return {
    ...fields,
    ...(statusPageIds !== undefined && { pageIds: statusPageIds }),
    ...(startedAt !== undefined && { startedAt: instant(startedAt) }),
  };
}

function refuseFaults(faults: readonly Detail[]): void {
  if (faults.length > 0) throw ApiError.validation(faults);
}

function incidentResource(incident: StoredIncident): StatusIncident {
  return {
    id: incident.id,
    title: incident.title,
    state: incident.state,
    impact: incident.impact,
    statusPageIds: [...incident.pageIds],
    monitorIds: [...incident.monitorIds],
    startedAt: incident.startedAt.toISOString(),
    resolvedAt: incident.resolvedAt?.toISOString() ?? null,
    updates: incident.updates.map(({ id, state, message, createdAt }) => ({
      id,
      state,
      message,
      createdAt: createdAt.toISOString(),
    })),
    createdAt: incident.createdAt.toISOString(),
    updatedAt: incident.updatedAt.toISOString(),
  };
}

function notFound(id: string): ApiError {
  return ApiError.notFound('published incident', id);
}

function instant(text: string): Date {
  return new Date(parseTimestamp(text) ?? Number.NaN);
}
