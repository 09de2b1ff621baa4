import { Inject, Injectable } from '@nestjs/common';
import { PREVIEW_PATH } from '@vedette/contract';
import { CONFIG, Host } from '@vedette/service-host';
import {
  expressListener,
  HTTP_LIMITS,
  type HttpListener,
  type Request,
  type Response,
} from '@vedette/service-host/express-listener';
import type { StatusPageConfig } from '../config.ts';
import { hostOfHeader } from '../domains/custom-domain.ts';
import { ASSET_PREFIX } from '../render/assets.ts';
import { encodingFor, isKnown } from '@vedette/service-host/negotiation';
import { PageLibrary, type PageCopy } from '../sync/page-library.ts';
import { ownDomainRest, splitSlug, targetOf } from './page-path.ts';
import { PreviewReader } from '../previews/preview-reader.ts';
import { PublicAnswers } from './public-answers.ts';
import type { Rendition } from '../render/rendition.ts';
import { IMAGE_POLICY, pagePolicy, previewHeaders, securityHeaders } from './security-headers.ts';

/**
 * Long enough for a cache to absorb many readers, short enough to show a change within 2 s. On errors, caches may serve
 * old pages.
 */
const PAGE_CACHING = 'public, max-age=1, stale-if-error=86400';
const FINAL_CACHING = 'public, max-age=31536000, immutable';
const NO_CACHING = 'no-cache';

/** The listener of the public pages. All its answers come from memory, except for previews, which any replica may have made. */
@Injectable()
export class PublicServer {
  readonly #listener: HttpListener;
  readonly #publicHost: string;
  readonly #headers: readonly string[];
  readonly #imageHeaders: readonly string[];
  readonly #previewHeaders: readonly string[];
  readonly #served;

  constructor(
    private readonly library: PageLibrary,
    private readonly answers: PublicAnswers,
    private readonly previews: PreviewReader,
    @Inject(CONFIG) private readonly config: StatusPageConfig,
    private readonly host: Host,
  ) {
    const { logger, metrics } = host;
    this.#publicHost = new URL(config.publicUrl).hostname;
    this.#headers = securityHeaders(pagePolicy(config.frameAncestors));
    this.#imageHeaders = securityHeaders(IMAGE_POLICY);
    this.#previewHeaders = previewHeaders(config.consoleUrl);
    const served = metrics.counter('public_responses_total', 'Responses of the public pages, by status', ['status']);
    this.#served = new Map([200, 304, 308, 404, 405, 503].map((status) => [status, served.labels(String(status))]));
    this.#listener = expressListener({
      limits: HTTP_LIMITS.publicPages,
      trustedProxies: [],
      serve: (request, response) => {
        try {
          this.#answer(request, response);
        } catch (error) {
          logger.error({ error }, 'a public page could not be answered');
          response.destroy();
        }
      },
      onError: (error) => logger.warn({ error }, 'the port of the public pages failed'),
    });
  }

  async start(): Promise<void> {
    const port = await this.#listener.listen({ host: this.config.listenHost, port: this.config.port });
    this.host.logger.info({ port }, 'the public pages are served');
  }

  stop(): Promise<void> {
    return this.#listener.drain();
  }

  #answer(request: Request, response: Response): void {
    const { method, url } = request;
    if (method !== 'GET' && method !== 'HEAD') return this.#refuseMethod(response);
    const mark = url.indexOf('?');
    const path = mark === -1 ? url : url.slice(0, mark);
    if (path.startsWith(PREVIEW_PATH)) return void this.#sendPreview(request, response, path);
    if (path.startsWith(ASSET_PREFIX)) return this.#sendAsset(request, response, path);
    const query = mark === -1 ? '' : url.slice(mark + 1);
    const host = hostOfHeader(request.headers.host);
    const own = host === undefined || host === this.#publicHost ? undefined : this.library.byHost(host);
    if (own !== undefined) {
      return this.#sendOf(request, response, own, ownDomainRest(path, own.view.slug), query, true);
    }
    const split = splitSlug(path);
    const copy = split === undefined ? undefined : this.library.bySlug(split.slug);
    if (split === undefined || copy === undefined) return this.#sendLost(request, response);
    return this.#sendOf(request, response, copy, split.rest, query, false);
  }

  #sendOf(request: Request, response: Response, copy: PageCopy, rest: string, query: string, isOwnDomain: boolean) {
    const target = targetOf(rest, query);
    if (target === undefined) return this.#sendLost(request, response);
    if (target.kind === 'slash') return this.#redirect(response, isOwnDomain ? '/' : `/${copy.view.slug}`);
    const rendition = this.answers.find(copy, target, isOwnDomain);
    if (rendition === undefined) return this.#sendLost(request, response);
    copy.viewedAt = Date.now();
    return this.#send(request, response, rendition, PAGE_CACHING);
  }

  async #sendPreview(request: Request, response: Response, path: string): Promise<void> {
    const found = await this.previews.read(path.slice(PREVIEW_PATH.length));
    if (found === 'unknown') return this.#sendLost(request, response);
    if (found === 'unavailable') return this.#sendStarting(request, response);
    this.#send(request, response, found, 'no-store', this.#previewHeaders);
  }

  #sendAsset(request: Request, response: Response, path: string): void {
    if (path === `${ASSET_PREFIX}ready`) {
      const isReady = this.library.isFilled && !this.host.stopping.aborted;
      response.writeHead(isReady ? 200 : 503, { 'cache-control': 'no-store' }).end();
      return;
    }
    const asset = this.answers.asset(path);
    if (asset === undefined) return this.#sendLost(request, response);
    this.#send(request, response, asset.rendition, asset.isFinal ? FINAL_CACHING : NO_CACHING);
  }

  /** A missing page and an unpublished page get the same answer: neither is in the library. */
  #sendLost(request: Request, response: Response): void {
    if (this.library.isFilled) return this.#send(request, response, this.answers.notFound, PAGE_CACHING);
    this.#sendStarting(request, response);
  }

  #sendStarting(request: Request, response: Response): void {
    response.setHeader('retry-after', '2');
    this.#send(request, response, this.answers.starting, 'no-store');
  }

  #send(
    { method, headers }: Request,
    response: Response,
    rendition: Rendition,
    caching: string,
    security = rendition.type.startsWith('image/') ? this.#imageHeaders : this.#headers,
  ): void {
    const { status, etag, type } = rendition;
    const common = [...security, 'cache-control', caching, 'vary', 'accept-encoding', 'etag', etag];
    if (status === 200 && isKnown(headers['if-none-match'], etag)) {
      this.#served.get(304)?.inc();
      response.writeHead(304, common).end();
      return;
    }
    const encoding = encodingFor(headers['accept-encoding']);
    common.push('content-type', type);
    if (encoding !== 'identity') common.push('content-encoding', encoding);
    const send = (bytes: Buffer): void => {
      this.#served.get(status)?.inc();
      common.push('content-length', String(bytes.length));
      response.writeHead(status, common).end(method === 'HEAD' ? undefined : bytes);
    };
    const bytes = rendition.bytes(encoding);
    if (bytes instanceof Promise) bytes.then(send, () => response.destroy());
    else send(bytes);
  }

  #redirect(response: Response, location: string): void {
    this.#served.get(308)?.inc();
    response.writeHead(308, [...this.#headers, 'location', location, 'cache-control', PAGE_CACHING]).end();
  }

  #refuseMethod(response: Response): void {
    this.#served.get(405)?.inc();
    response.writeHead(405, [...this.#headers, 'allow', 'GET, HEAD']).end();
  }
}
