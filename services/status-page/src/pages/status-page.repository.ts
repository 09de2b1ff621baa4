import { Injectable } from '@nestjs/common';
import { violates } from '@vedette/database';
import type { PageOfMonitor, StatusIncidentImpact } from '@vedette/contract';
import type { PageComponent, PageFields, StoredPage } from './status-page-change.ts';
import { PrismaClient, type Prisma } from '../generated/client.ts';
import type { Transaction } from '../mutations.ts';

export interface SizedPage {
  readonly id: string;
  readonly bytes: number;
}

export type PageShowing = Omit<PageOfMonitor, 'url'>;

const WITH_COMPONENTS = {
  components: {
    orderBy: { position: 'asc' },
    select: { id: true, monitorId: true, name: true, description: true, group: true },
  },
} satisfies Prisma.StatusPageInclude;

@Injectable()
export class StatusPageRepository {
  constructor(private readonly prisma: PrismaClient) {}

  async find(organizationId: string, id: string, tx: Transaction = this.prisma): Promise<StoredPage | undefined> {
    const page = await tx.statusPage.findFirst({ where: { id, organizationId }, include: WITH_COMPONENTS });
    return page ?? undefined;
  }

  /** One page of the list, newest first, each entry with its approximate size in bytes. */
  async list(organizationId: string, limit: number, offset: number): Promise<{ pages: SizedPage[]; total: number }> {
    const [pages, count] = await Promise.all([
      this.prisma.$queryRaw<SizedPage[]>`
        SELECT id, 8000 + (
          SELECT coalesce(sum(octet_length(concat(name, description, group_name)) + 200), 0) FROM status_page.page_component
          WHERE page_id = page.id
        )::integer AS bytes
        FROM status_page.status_page AS page WHERE organization_id = ${organizationId}
        ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`,
      this.count(organizationId),
    ]);
    return { pages, total: count };
  }

  async count(organizationId: string, tx: Transaction = this.prisma): Promise<number> {
    const counted = await tx.pageCount.findUnique({ where: { organizationId } });
    return counted?.pages ?? 0;
  }

  /** The pages that show a monitor, newest first, each with the name that it has on the page. */
  async showing(
    organizationId: string,
    monitorId: string,
    limit: number,
    offset: number,
  ): Promise<{ pages: PageShowing[]; total: number }> {
    const where = { organizationId, components: { some: { monitorId } } };
    const [pages, total] = await Promise.all([
      this.prisma.statusPage.findMany({
        where,
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit,
        skip: offset,
        select: {
          id: true,
          name: true,
          slug: true,
          published: true,
          components: { where: { monitorId }, select: { name: true } },
        },
      }),
      this.prisma.statusPage.count({ where }),
    ]);
    const shown = pages.map(({ components, ...page }) =>
      Object.assign(page, { componentName: components[0]?.name ?? null }),
    );
    return { pages: shown, total };
  }

  /** Newest first; deleted pages are left out. */
  findMany(ids: readonly string[]): Promise<StoredPage[]> {
    return this.prisma.statusPage.findMany({
      where: { id: { in: [...ids] } },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      include: WITH_COMPONENTS,
    });
  }

  /** Locks the page until the transaction ends. */
  async lock(tx: Transaction, organizationId: string, id: string): Promise<StoredPage | undefined> {
    await tx.$queryRaw`
      SELECT FROM status_page.status_page WHERE id = ${id} AND organization_id = ${organizationId} FOR UPDATE`;
    return this.find(organizationId, id, tx);
  }

  /** False when the organization already has `allowance` pages. Concurrent counts wait until the transaction ends. */
  async countIn(tx: Transaction, organizationId: string, allowance: number): Promise<boolean> {
    const counted = await tx.$executeRaw`
      INSERT INTO status_page.page_count AS known (organization_id, pages)
      SELECT ${organizationId}, 1 WHERE ${allowance}::integer > 0
      ON CONFLICT (organization_id) DO UPDATE SET pages = known.pages + 1
      WHERE known.pages < ${allowance}::integer`;
    return counted === 1;
  }

  async countOut(tx: Transaction, organizationId: string): Promise<void> {
    await tx.pageCount.update({
      where: { organizationId },
      data: { pages: { decrement: 1 } },
      select: { pages: true },
    });
  }

  async firstFree(tx: Transaction, slugs: readonly string[]): Promise<string | undefined> {
    const taken = await tx.statusPage.findMany({ where: { slug: { in: [...slugs] } }, select: { slug: true } });
    return slugs.find((slug) => !taken.some((page) => page.slug === slug));
  }

  async insert(tx: Transaction, { components, ...page }: StoredPage): Promise<void> {
    await tx.statusPage.create({ data: page, select: { id: true } });
    await this.#insertComponents(tx, page.id, components);
  }

  async change(tx: Transaction, id: string, fields: Partial<PageFields>, updatedAt: Date): Promise<void> {
    await tx.statusPage.update({ where: { id }, data: { ...fields, updatedAt }, select: { id: true } });
  }

  async replaceComponents(tx: Transaction, id: string, components: readonly PageComponent[]): Promise<void> {
    await tx.pageComponent.deleteMany({ where: { pageId: id } });
    await this.#insertComponents(tx, id, components);
  }

  /** Also removes the page from published incidents and windows. */
  async delete(tx: Transaction, organizationId: string, id: string): Promise<void> {
    await tx.statusPage.delete({ where: { id }, select: { id: true } });
    await tx.$executeRaw`
      UPDATE status_page.status_incident SET page_ids = array_remove(page_ids, ${id})
      WHERE organization_id = ${organizationId} AND page_ids @> ARRAY[${id}]`;
    await tx.$executeRaw`
      UPDATE status_page.maintenance_window SET page_ids = array_remove(page_ids, ${id})
      WHERE organization_id = ${organizationId} AND page_ids @> ARRAY[${id}]`;
  }

  /** The impacts of ongoing published incidents, by page. */
  ongoingImpacts(
    pageIds: readonly string[],
    tx: Transaction = this.prisma,
  ): Promise<{ pageId: string; impact: StatusIncidentImpact }[]> {
    return tx.$queryRaw<{ pageId: string; impact: StatusIncidentImpact }[]>`
      SELECT page_id AS "pageId", impact FROM status_page.status_incident, unnest(page_ids) AS page_id
      WHERE state <> 'RESOLVED' AND page_ids && ${[...pageIds]}::text[] AND page_id = ANY(${[...pageIds]}::text[])`;
  }

  async #insertComponents(tx: Transaction, pageId: string, components: readonly PageComponent[]): Promise<void> {
    if (components.length === 0) return;
    await tx.$executeRaw`
      INSERT INTO status_page.page_component (id, page_id, position, monitor_id, name, description, group_name)
      SELECT id, ${pageId}, position, monitor_id, name, description, group_name
      FROM unnest(
        ${components.map(({ id }) => id)}::text[], ${components.map(({ monitorId }) => monitorId)}::text[],
        ${components.map(({ name }) => name)}::text[], ${components.map(({ description }) => description)}::text[],
        ${components.map(({ group }) => group)}::text[]
      ) WITH ORDINALITY AS wanted (id, monitor_id, name, description, group_name, position)`;
  }
}

/** True if a write failed because another page has the slug. */
export function isSlugTaken(error: unknown): boolean {
  return violates(error, 'status_page_slug');
}
