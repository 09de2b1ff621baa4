import { Inject, Injectable } from '@nestjs/common';
import {
  ApiError,
  newId,
  type QueryOf,
  type RequestContext,
  type ResponseOf,
  type StatusPage,
  type StatusPageCreate,
  type StatusPageUpdate,
} from '@vedette/contract';
import type { Reply, RpcContext } from '@vedette/messaging';
import { CONFIG } from '@vedette/service-host';
import { arrangeComponents } from './component-list.ts';
import type { StatusPageConfig } from './config.ts';
import { domainRefusal, hostOfDomain } from './custom-domain.ts';
import { Mutations } from './mutations.ts';
import { changePage } from './page-change.ts';
import { PagePresenter } from './page-presenter.ts';
import { PageVersionRepository } from './page-version.repository.ts';
import { ReferenceGuard } from './reference-guard.ts';
import { componentReferences } from './references.ts';
import { slugCandidates, slugFromName } from './slug.ts';
import { StatusPageRepository, takenBy, type StoredPage } from './status-page.repository.ts';

const newComponentId = (): string => newId('cmp');

@Injectable()
export class StatusPageService {
  readonly #publicHost: string;

  constructor(
    private readonly mutations: Mutations,
    private readonly pages: StatusPageRepository,
    private readonly presenter: PagePresenter,
    private readonly references: ReferenceGuard,
    private readonly versions: PageVersionRepository,
    @Inject(CONFIG) { publicUrl }: StatusPageConfig,
  ) {
    this.#publicHost = new URL(publicUrl).hostname;
  }

  async list(
    { organizationId, request }: RpcContext,
    { limit, offset }: QueryOf<'listStatusPages'>,
  ): Promise<ResponseOf<'listStatusPages'>> {
    const { pages, total } = await this.pages.list(organizationId, limit, offset);
    return { data: await this.#show(organizationId, pages, request), pagination: { limit, offset, total } };
  }

  async get({ organizationId, request }: RpcContext, id: string): Promise<StatusPage> {
    const page = await this.pages.find(organizationId, id);
    const [shown] = page === null ? [] : await this.#show(organizationId, [page], request);
    if (shown === undefined) throw notFound(id);
    return shown;
  }

  /** A slug that was made from the name gives way to one that is taken. */
  async create(context: RpcContext, body: StatusPageCreate): Promise<Reply> {
    this.#requireOwnDomain(body.customDomain);
    const slugs =
      body.slug === undefined ? slugCandidates(slugFromName(body.name), newId('sp').slice(-6)) : [body.slug];
    for (const slug of slugs) {
      try {
        return await this.#create(context, { ...body, slug });
      } catch (error) {
        const taken = takenBy(error);
        if (taken === undefined) throw error;
        if (taken === 'customDomain' || slug === slugs.at(-1)) throw conflict(taken, body);
      }
    }
    throw conflict('slug', body);
  }

  #create(context: RpcContext, { components, ...body }: StatusPageCreate & { slug: string }): Promise<Reply> {
    const { organizationId, plan } = context.caller;
    const references = { monitors: componentReferences(components), pages: [] };
    return this.mutations.once(
      context,
      async () => {
        await this.presenter.settle(organizationId);
        return this.references.verify(organizationId, references.monitors, context.request);
      },
      async (tx, monitors, now) => {
        await this.references.hold(tx, organizationId, references, monitors);
        const isAllowed = await this.pages.countIn(tx, organizationId, plan.statusPages);
        if (!isAllowed) throw ApiError.planLimit(allowanceRefusal(plan.name, plan.statusPages));
        const page: StoredPage = {
          ...body,
          id: newId('sp', now.getTime()),
          organizationId,
          host: body.customDomain === null ? null : hostOfDomain(body.customDomain),
          components: arrangeComponents([], components, newComponentId),
          createdAt: now,
          updatedAt: now,
        };
        await this.pages.insert(tx, page);
        await this.versions.touch(tx, [page.id]);
        const [shown] = await this.presenter.show(organizationId, [page], monitors, tx);
        return shown;
      },
    );
  }

  async update(context: RpcContext, id: string, body: StatusPageUpdate): Promise<Reply> {
    const { organizationId, request } = context;
    this.#requireOwnDomain(body.customDomain ?? null);
    const references = { monitors: componentReferences(body.components ?? []), pages: [] };
    try {
      return await this.mutations.once(
        context,
        async () => {
          const current = await this.pages.find(organizationId, id);
          if (current === null) throw notFound(id);
          await this.presenter.settle(organizationId);
          return body.components === undefined
            ? this.presenter.monitorsOf([current], organizationId, request)
            : this.references.verify(organizationId, references.monitors, request);
        },
        async (tx, monitors, now) => {
          await this.references.hold(tx, organizationId, references, monitors);
          const page = await this.pages.lock(tx, organizationId, id);
          if (page === null) throw notFound(id);
          const { fields, components = page.components, isSame } = changePage(page, body, newComponentId);
          const changed = { ...page, ...fields, components, updatedAt: isSame ? page.updatedAt : now };
          if (!isSame) {
            await this.pages.change(tx, id, fields, now);
            if (components !== page.components) await this.pages.replaceComponents(tx, id, components);
            await this.versions.touch(tx, [id]);
          }
          const [shown] = await this.presenter.show(organizationId, [changed], monitors, tx);
          return shown;
        },
      );
    } catch (error) {
      const taken = takenBy(error);
      if (taken === undefined) throw error;
      throw conflict(taken, body);
    }
  }

  delete(context: RpcContext, id: string): Promise<Reply> {
    const { organizationId } = context;
    return this.mutations.once(
      context,
      () => Promise.resolve(),
      async (tx) => {
        if ((await this.pages.lock(tx, organizationId, id)) === null) throw notFound(id);
        await this.pages.delete(tx, organizationId, id);
        await this.versions.touch(tx, [id]);
        return { data: { id } };
      },
    );
  }

  async #show(organizationId: string, pages: readonly StoredPage[], cause: RequestContext): Promise<StatusPage[]> {
    const [monitors] = await Promise.all([
      this.presenter.monitorsOf(pages, organizationId, cause),
      this.presenter.settle(organizationId),
    ]);
    return this.presenter.show(organizationId, pages, monitors);
  }

  #requireOwnDomain(domain: string | null): void {
    const refusal = domain === null ? undefined : domainRefusal(domain, this.#publicHost);
    if (refusal !== undefined) throw ApiError.validation([{ path: 'customDomain', message: refusal }]);
  }
}

function notFound(id: string): ApiError {
  return ApiError.notFound('status page', id);
}

function conflict(taken: 'slug' | 'customDomain', { slug = '', customDomain }: StatusPageUpdate): ApiError {
  return ApiError.conflict(
    taken === 'slug'
      ? `The slug ${slug} is taken by another status page.`
      : `The domain ${customDomain ?? ''} is taken by another status page.`,
  );
}

function allowanceRefusal(plan: string, pages: number): string {
  return `The plan ${plan} allows ${String(pages)} status pages, and all of them are in use.`;
}
