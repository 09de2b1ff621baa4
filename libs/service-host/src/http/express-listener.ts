import { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Request, type Response } from 'express';
import { HttpListener } from './http-listener.ts';
import type { HttpLimits } from './http-limits.ts';

export { headerValues } from './header-values.ts';
export { HTTP_LIMITS } from './http-limits.ts';
export type { HttpListener } from './http-listener.ts';
export type { Request, Response } from 'express';

export interface ExpressOptions {
  readonly limits: HttpLimits;
  /** Proxies whose word about the client's address is believed. */
  readonly trustedProxies: readonly string[];
  readonly serve: (request: Request, response: Response) => void;
  readonly onError: (error: Error) => void;
}

/** A listener with Express in front of one handler, which receives every request as it was sent. */
export function expressListener({ limits, trustedProxies, serve, onError }: ExpressOptions): HttpListener {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('trust proxy', [...trustedProxies]);
  app.use(serve);
  // Express does not route a target without a host, such as `http://[`: its own answer would be a bare 404.
  const answer = (request: Request, response: Response): void => {
    app(request, response, () => serve(request, response));
  };
  return new HttpListener(limits, (request, response) => answer(request as Request, response as Response), onError, {
    IncomingMessage: bornAs(IncomingMessage, app.request),
    ServerResponse: bornAs(ServerResponse, app.response),
  });
}

/**
 * Express gives every request and response another prototype, and V8 is slow with objects whose prototype has changed.
 * Objects of the returned class have that prototype from the beginning.
 */
function bornAs<Class extends typeof IncomingMessage | typeof ServerResponse>(base: Class, prototype: object): Class {
  function Born(...args: unknown[]): unknown {
    return Reflect.construct(base, args, Born);
  }
  Born.prototype = prototype;
  return Born as unknown as Class;
}
