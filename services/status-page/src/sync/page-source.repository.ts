import { Injectable } from '@nestjs/common';
import type { MonitorState } from '@vedette/contract';
import { PrismaClient, type Prisma } from '../generated/client.ts';
import type {
  PageSource,
  SourceComponent,
  SourceIncident,
  SourceLogo,
  SourceUpdate,
  SourceWindow,
} from '../view/page-source.ts';

/** The number of incidents that a page keeps in memory; older ones are available through the API. */
const INCIDENTS_SHOWN = 500;
/** These limits keep pages with very long updates fast to render, compress and read. */
const UPDATES_OF_INCIDENT = 100;
const UPDATE_BYTES_OF_PAGE = 2 * 1_024 * 1_024;
const WINDOWS_SHOWN = 50;

@Injectable()
export class PageSourceRepository {
  constructor(private readonly prisma: PrismaClient) {}

  /** Undefined when the page does not exist or is not published. */
  read(pageId: string): Promise<PageSource | undefined> {
    return this.#read({ id: pageId, published: true });
  }

  /** A page of the organization, published or not. */
  readOwn(organizationId: string, pageId: string): Promise<PageSource | undefined> {
    return this.#read({ id: pageId, organizationId });
  }

  async #read(where: Prisma.StatusPageWhereInput): Promise<PageSource | undefined> {
    const page = await this.prisma.statusPage.findFirst({ where, include: { logo: true } });
    if (page === null) return undefined;
    const pageId = page.id;
    const { organizationId, logo, logoUrl } = page;
    const host = page.hostVerified ? page.host : null;
    const [mayHaveCertificate, components, incidents, current, over] = await Promise.all([
      host === null ? false : this.#isGranted(organizationId, host),
      this.#components(organizationId, pageId),
      this.#incidents(pageId),
      this.#currentWindows(pageId),
      this.#windowsOver(pageId),
    ]);
    return {
      organizationId,
      page: {
        id: page.id,
        slug: page.slug,
        host,
        mayHaveCertificate,
        name: page.name,
        description: page.description,
        theme: page.theme,
        accentColor: page.accentColor,
        timezone: page.timezone,
      },
      logo: logoOf(logo, logoUrl),
      components,
      incidents,
      windows: [...current, ...over],
    };
  }

  async #isGranted(organizationId: string, host: string): Promise<boolean> {
    const rows = await this.prisma.$queryRaw<unknown[]>`
      SELECT FROM status_page.certificate_grant WHERE organization_id = ${organizationId} AND host = ${host}`;
    return rows.length > 0;
  }

  async #components(organizationId: string, pageId: string): Promise<SourceComponent[]> {
    const rows = await this.prisma.$queryRaw<
      (Omit<SourceComponent, 'monitorState'> & { monitorState: MonitorState | null })[]
    >`
      SELECT component.id, component.monitor_id AS "monitorId", component.description, component.group_name AS "group",
        coalesce(component.name, known.name, 'Component') AS name, known.state AS "monitorState",
        component.monitor_id IN (
          SELECT unnest(monitor_ids) FROM status_page.maintenance_window
          WHERE organization_id = ${organizationId} AND state = 'ACTIVE'
        ) AS "isInMaintenance"
      FROM status_page.page_component AS component
      LEFT JOIN status_page.monitor_copy AS known
        ON known.monitor_id = component.monitor_id AND known.forgotten_at IS NULL
      WHERE component.page_id = ${pageId} ORDER BY component.position`;
    return rows.map(({ monitorState, ...row }) => Object.assign(row, { monitorState: monitorState ?? undefined }));
  }

  /** Ongoing incidents first, then newest first. */
  async #incidents(pageId: string): Promise<SourceIncident[]> {
    const incidents = await this.prisma.$queryRaw<Omit<SourceIncident, 'updates'>[]>`
      SELECT id, title, state, impact, monitor_ids AS "monitorIds", started_at AS "startedAt",
        resolved_at AS "resolvedAt", updated_at AS "updatedAt",
        (SELECT count(*) FROM status_page.status_incident_update AS known WHERE known.incident_id = shown.id)::integer
          AS "updateCount"
      FROM status_page.status_incident AS shown WHERE page_ids @> ARRAY[${pageId}]
      ORDER BY (state = 'RESOLVED'), started_at DESC, id DESC LIMIT ${INCIDENTS_SHOWN}::integer`;
    const updates = await this.#updates(incidents.map(({ id }) => id));
    const byIncident = Map.groupBy(updates, ({ incidentId }) => incidentId);
    return incidents.map((incident) => Object.assign(incident, { updates: byIncident.get(incident.id) ?? [] }));
  }

  /** The newest updates of each incident, until the page's limit is reached; the first incidents get theirs first. */
  #updates(incidentIds: readonly string[]): Promise<(SourceUpdate & { incidentId: string })[]> {
    return this.prisma.$queryRaw<(SourceUpdate & { incidentId: string })[]>`
      SELECT id, incident_id AS "incidentId", state, message, html, created_at AS "createdAt"
      FROM (
        SELECT known.*, wanted.position,
          row_number() OVER (PARTITION BY known.incident_id ORDER BY known.created_at DESC, known.id DESC) AS number,
          sum(octet_length(known.message) + octet_length(known.html))
            OVER (ORDER BY wanted.position, known.created_at DESC, known.id DESC) AS bytes
        FROM unnest(${[...incidentIds]}::text[]) WITH ORDINALITY AS wanted (id, position)
        JOIN status_page.status_incident_update AS known ON known.incident_id = wanted.id
      ) AS sized
      WHERE number <= ${UPDATES_OF_INCIDENT}::integer AND bytes <= ${UPDATE_BYTES_OF_PAGE}::integer
      ORDER BY position, number`;
  }

  /** Running windows first, then in the order of their starts. */
  #currentWindows(pageId: string): Promise<SourceWindow[]> {
    return this.prisma.$queryRaw<SourceWindow[]>`
      SELECT id, title, description, state::text, frequency, monitor_ids AS "monitorIds", updated_at AS "updatedAt",
        occurrence_starts_at AS "startsAt", occurrence_ends_at AS "endsAt"
      FROM status_page.maintenance_window WHERE page_ids @> ARRAY[${pageId}] AND state <> 'COMPLETED'
      ORDER BY state DESC, occurrence_starts_at, id LIMIT ${WINDOWS_SHOWN}::integer`;
  }

  #windowsOver(pageId: string): Promise<SourceWindow[]> {
    return this.prisma.$queryRaw<SourceWindow[]>`
      SELECT id, title, description, 'OVER' AS state, NULL AS frequency, monitor_ids AS "monitorIds",
        ended.announced_at AS "updatedAt", ended.occurrence_starts_at AS "startsAt", ended.occurrence_ends_at AS "endsAt"
      FROM status_page.window_transition AS ended
      JOIN status_page.maintenance_window AS known ON known.id = ended.window_id
      WHERE known.page_ids @> ARRAY[${pageId}] AND ended.kind = 'ENDED'
      ORDER BY ended.occurrence_ends_at DESC, id LIMIT ${WINDOWS_SHOWN}::integer`;
  }
}

/** The copy of a logo that the page no longer names is not shown. */
function logoOf(
  logo: { url: string; contentType: string | null; bytes: Uint8Array | null } | null,
  logoUrl: string | null,
): SourceLogo | null {
  if (logo === null || logo.contentType === null || logo.bytes === null || logo.url !== logoUrl) return null;
  return { url: logo.url, contentType: logo.contentType, bytes: logo.bytes };
}
