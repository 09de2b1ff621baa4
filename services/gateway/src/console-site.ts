import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { PREVIEW_PATH } from '@vedette/contract';
import { encodingFor, isKnown } from '@vedette/service-host/negotiation';
import { isOwnHost } from './credentials/origin-check.ts';
import { publicAppPath, siteTarget } from './requests/site-path.ts';
import { madeSiteFile, readSiteFile, type SiteFile } from './http/site-file.ts';
import { splitTarget } from './http/target.ts';

/** The app loads nothing from anywhere else, and runs and draws nothing that is not in its files, but for previews. */
function pagePolicy(statusPageUrl: string | null): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    `frame-src ${statusPageUrl === null ? "'none'" : `${statusPageUrl}${PREVIEW_PATH}`}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function siteHeaders(statusPageUrl: string | null) {
  return {
    'Content-Security-Policy': pagePolicy(statusPageUrl),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
}

export interface SiteAddresses {
  readonly publicUrl: string;
  /** Null: the app shows no previews. */
  readonly statusPageUrl: string | null;
}

type SiteHeaders = Readonly<Record<string, string>>;

/** Names contain a hash of the content. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const PLAIN_TEXT = 'text/plain; charset=utf-8';

/** Serves the web app of the console from memory. It knows no session: everything here is the same for everybody. */
export class ConsoleSite {
  readonly #origin: string;
  readonly #appPath: string;
  readonly #page: SiteFile;
  readonly #headers: SiteHeaders;
  readonly #files: ReadonlyMap<string, SiteFile>;

  constructor(directory: string, { publicUrl, statusPageUrl }: SiteAddresses) {
    if (!existsSync(join(directory, 'index.html'))) {
      throw new Error(`The console is not built: there is no index.html in ${directory}.`);
    }
    this.#origin = new URL(publicUrl).origin;
    this.#headers = siteHeaders(statusPageUrl);
    this.#appPath = publicAppPath(publicUrl);
    // The page is the same at every depth of addresses, so that its files need absolute paths.
    const page = readFileSync(join(directory, 'index.html'), 'utf8').replaceAll('"./', `"${this.#appPath}`);
    this.#page = madeSiteFile('.html', page);
    const names = readdirSync(join(directory, 'assets')).filter((name) => !/\.(?:br|gz)$/.test(name));
    this.#files = new Map(names.map((name) => [name, readSiteFile(join(directory, 'assets', name))]));
  }

  /** False if the request asks for something else than the app. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const target = siteTarget(splitTarget(request.url ?? '/').path);
    if (target.kind === 'elsewhere') return false;
    if (!isOwnHost(request.headers.host, this.#origin)) {
      return this.#refuse(response, 403, `The console is at ${this.#origin}.`);
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return this.#refuse(response, 405, 'Only GET and HEAD are allowed here.', { Allow: 'GET, HEAD' });
    }
    if (target.kind === 'to-app') {
      return this.#refuse(response, 302, 'The console is one directory below.', { Location: this.#appPath });
    }
    if (target.kind === 'app') return this.#send(request, response, this.#page, 'no-cache');
    const file = this.#files.get(target.name);
    return file === undefined
      ? this.#refuse(response, 404, 'There is no such file. Reload the page: the console has been updated.')
      : this.#send(request, response, file, FOR_EVER);
  }

  #send(request: IncomingMessage, response: ServerResponse, file: SiteFile, caching: string): true {
    const { type, etag, bytes } = file;
    const headers = { ...this.#headers, ETag: etag, 'Cache-Control': caching, Vary: 'Accept-Encoding' };
    if (isKnown(request.headers['if-none-match'], etag)) {
      response.writeHead(304, headers).end();
      return true;
    }
    const encoding = encodingFor(request.headers['accept-encoding']);
    const body = bytes[encoding];
    response.writeHead(200, {
      ...headers,
      'Content-Type': type,
      'Content-Length': body.length,
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    });
    // Node leaves the body of an answer to HEAD out.
    response.end(body);
    return true;
  }

  #refuse(response: ServerResponse, status: number, text: string, fields: Record<string, string> = {}): true {
    const headers = { ...this.#headers, ...fields, 'Content-Type': PLAIN_TEXT, 'Cache-Control': 'no-store' };
    response.writeHead(status, headers).end(`${text}\n`);
    return true;
  }
}
