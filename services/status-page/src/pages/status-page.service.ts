import { Injectable } from '@nestjs/common';
import {
  ApiError,
  DEFAULT_DEADLINE_MS,
  newId,
  type PageOfMonitor,
  type PagesOfMonitorQuery,
  type QueryOf,
  type RequestContext,
  type StatusPage,
  type StatusPageCreate,
  type StatusPageUpdate,
} from '@vedette/contract';
import { changedFields, groupsOf, listJson, PIECE_BYTES, Reply, type RpcContext } from '@vedette/messaging';
import { arrangeComponents, changePage, type StoredPage } from './status-page-change.ts';
import { newHostClaim } from '../domains/custom-domain.ts';
import { CustomDomains } from '../domains/custom-domains.ts';
import { StatusPageMutations } from '../mutations.ts';
import { StatusPagePresenter } from './status-page-presenter.ts';
import { PageVersionRepository } from '../page-version.repository.ts';
import { ReferenceGuard } from '../monitors/reference-guard.ts';
import { componentReferences } from '../monitors/references.ts';
import { slugCandidates, slugFromName } from './slug.ts';
import { isSlugTaken, StatusPageRepository, type SizedPage } from './status-page.repository.ts';

const newComponentId = (): string => newId('cmp');

@Injectable()
export class StatusPageService {
  constructor(
    private readonly mutations: StatusPageMutations,
    private readonly pages: StatusPageRepository,
    private readonly presenter: StatusPagePresenter,
    private readonly references: ReferenceGuard,
    private readonly versions: PageVersionRepository,
    private readonly domains: CustomDomains,
  ) {}

  async list({ organizationId, request }: RpcContext, { limit, offset }: QueryOf<'listStatusPages'>): Promise<Reply> {
    const { pages, total } = await this.pages.list(organizationId, limit, offset);
    return Reply.json(listJson(this.#shown(organizationId, pages, request), { limit, offset, total }));
  }

  count(organizationId: string): Promise<number> {
    return this.pages.count(organizationId);
  }

  async get({ organizationId, request }: RpcContext, id: string): Promise<StatusPage> {
    const page = await this.pages.find(organizationId, id);
    const [shown] = page === undefined ? [] : await this.#show(organizationId, [page], request);
    if (shown === undefined) throw notFound(id);
    return shown;
  }

  /** For the monitor service, which answers the operation. */
  async showing(query: PagesOfMonitorQuery): Promise<{ pages: PageOfMonitor[]; total: number }> {
    const { organizationId, monitorId, limit, offset } = query;
    const { pages, total } = await this.pages.showing(organizationId, monitorId, limit, offset);
    return { pages: pages.map((page) => Object.assign(page, { url: this.presenter.urlOf(page.slug) })), total };
  }

  /** Of the slugs made from the name, the first free one is taken. Another organization may be faster: then again. */
  async create(context: RpcContext, body: StatusPageCreate): Promise<Reply> {
    this.domains.requirePossible(body.customDomain);
    const slugs =
      body.slug === undefined ? slugCandidates(slugFromName(body.name), newId('sp').slice(-6)) : [body.slug];
    for (let attempt = 1; attempt <= slugs.length; attempt += 1) {
      try {
        return await this.#create(context, body, slugs);
      } catch (error) {
        if (!isSlugTaken(error)) throw error;
      }
    }
    throw slugConflict(slugs.at(-1));
  }

  async #create(
    context: RpcContext,
    { components, ...body }: StatusPageCreate,
    slugs: readonly string[],
  ): Promise<Reply> {
    const { organizationId, plan } = context.caller;
    const references = { monitors: componentReferences(components), pages: [] };
    const reply = await this.mutations.prepareOnce(
      context,
      async () => {
        await this.presenter.settle(organizationId);
        return this.references.verify(organizationId, references.monitors, context.request);
      },
      async (tx, monitors, now, mutation) => {
        await this.references.hold(tx, organizationId, references, monitors);
        // A full plan is refused before a taken slug. Pages that are created at the same time are counted at the end.
        const isFull = (await this.pages.count(organizationId, tx)) >= plan.statusPages;
        if (isFull) throw ApiError.planLimit(allowanceRefusal(plan));
        const slug = await this.pages.firstFree(tx, slugs);
        if (slug === undefined) throw slugConflict(slugs.at(-1));
        const page: StoredPage = {
          ...body,
          slug,
          id: newId('sp', now.getTime()),
          organizationId,
          ...newHostClaim(body.customDomain, now),
          components: arrangeComponents([], components, newComponentId),
          createdAt: now,
          updatedAt: now,
        };
        await this.domains.requireFree(tx, page);
        await this.pages.insert(tx, page);
        this.versions.touch(tx, mutation, [page.id]);
        // Concurrent creates of one organization wait here for each other's commit, each with a connection of the pool.
        mutation.atEnd(async () => {
          const isAllowed = await this.pages.countIn(tx, organizationId, plan.statusPages);
          if (!isAllowed) throw ApiError.planLimit(allowanceRefusal(plan));
        });
        const [shown] = await this.presenter.show(organizationId, [page], monitors, tx);
        return shown;
      },
    );
    this.domains.lookUp(body.customDomain);
    return reply;
  }

  async update(context: RpcContext, id: string, body: StatusPageUpdate): Promise<Reply> {
    const { organizationId, request } = context;
    this.domains.requirePossible(body.customDomain);
    const references = { monitors: componentReferences(body.components ?? []), pages: [] };
    try {
      const reply = await this.mutations.prepareOnce(
        context,
        async () => {
          const current = await this.pages.find(organizationId, id);
          if (current === undefined) throw notFound(id);
          await this.presenter.settle(organizationId);
          return body.components === undefined
            ? this.presenter.monitorsOf([current], organizationId, request)
            : this.references.verify(organizationId, references.monitors, request);
        },
        async (tx, monitors, now, mutation) => {
          await this.references.hold(tx, organizationId, references, monitors);
          const page = await this.pages.lock(tx, organizationId, id);
          if (page === undefined) throw notFound(id);
          const { fields, components = page.components, isSame } = changePage(page, body, newComponentId, now);
          const changed = { ...page, ...fields, components, updatedAt: isSame ? page.updatedAt : now };
          mutation.describe({ changedFields: changedFields(body, page, changed) });
          if (typeof body.customDomain === 'string') await this.domains.requireFree(tx, changed);
          if (!isSame) {
            await this.pages.change(tx, id, fields, now);
            if (components !== page.components) await this.pages.replaceComponents(tx, id, components);
            this.versions.touch(tx, mutation, [id]);
          }
          const [shown] = await this.presenter.show(organizationId, [changed], monitors, tx);
          return shown;
        },
      );
      this.domains.lookUp(body.customDomain);
      return reply;
    } catch (error) {
      throw isSlugTaken(error) ? slugConflict(body.slug) : error;
    }
  }

  delete(context: RpcContext, id: string): Promise<Reply> {
    const { organizationId } = context;
    return this.mutations.once(context, async (tx, _now, mutation) => {
      const page = await this.pages.lock(tx, organizationId, id);
      if (page === undefined) throw notFound(id);
      mutation.describe({ name: page.name });
      await this.pages.delete(tx, organizationId, id);
      this.versions.touch(tx, mutation, [id]);
      mutation.atEnd(() => this.pages.countOut(tx, organizationId));
      return { data: { id } };
    });
  }

  async #show(organizationId: string, pages: readonly StoredPage[], cause: RequestContext): Promise<StatusPage[]> {
    const [monitors] = await Promise.all([
      this.presenter.monitorsOf(pages, organizationId, cause),
      this.presenter.settle(organizationId),
    ]);
    return this.presenter.show(organizationId, pages, monitors);
  }

  /**
   * Reads pages with many components a few at a time, the later ones only when the reader of the answer reaches them.
   */
  async *#shown(
    organizationId: string,
    pages: readonly SizedPage[],
    { requestId, deadlineAt }: RequestContext,
  ): AsyncGenerator<string, void, undefined> {
    for (const group of groupsOf(pages, PIECE_BYTES)) {
      const found = await this.pages.findMany(group.map(({ id }) => id));
      const cause = { requestId, deadlineAt: Math.max(deadlineAt, Date.now() + DEFAULT_DEADLINE_MS) };
      for (const page of await this.#show(organizationId, found, cause)) yield JSON.stringify(page);
    }
  }
}

function notFound(id: string): ApiError {
  return ApiError.notFound('status page', id);
}

function slugConflict(slug = ''): ApiError {
  return ApiError.conflict(`The slug ${slug} is taken by another status page.`);
}

function allowanceRefusal({ name, statusPages }: RpcContext['caller']['plan']): string {
  return `The plan ${name} allows ${String(statusPages)} status pages, and all of them are in use.`;
}
