import { createHash } from 'node:crypto';
import { buildOpenApi, type Contract, type Edition } from '@vedette/contract';
import { isKnown } from '@vedette/service-host/negotiation';
import type { Exchange } from './exchange.ts';

/** The OpenAPI document, rendered once: it changes only with the build. */
export class ContractDocument {
  readonly #bytes: Buffer;
  readonly #etag: string;

  constructor(contract: Contract, edition: Edition, publicUrl: string | null) {
    const server = publicUrl === null ? {} : { serverUrl: publicUrl };
    this.#bytes = Buffer.from(JSON.stringify(buildOpenApi(contract, { edition, ...server })));
    this.#etag = `"${createHash('sha256').update(this.#bytes).digest('base64url')}"`;
  }

  send(exchange: Exchange): void {
    exchange.replaceHeader('Cache-Control', 'public, max-age=0, must-revalidate');
    exchange.addHeaders({ ETag: this.#etag });
    if (isKnown(exchange.request.headers['if-none-match'], this.#etag)) exchange.sendNotModified();
    else exchange.send(200, this.#bytes);
  }
}
