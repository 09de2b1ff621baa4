import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as far as the tests look at it, with the service that it came from. */
export interface ReceivedSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly linkedTraceIds: readonly string[];
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string };
}

interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly traceId: string;
        readonly spanId: string;
        readonly parentSpanId?: string;
        readonly name: string;
        readonly attributes?: readonly Attribute[];
        readonly links?: readonly { readonly traceId: string }[];
      }[];
    }[];
  }[];
}

/** Takes spans as a collector would, by OTLP over HTTP, and keeps them. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (request.url === '/v1/traces')
          this.#take(JSON.parse(Buffer.concat(chunks).toString('utf8')) as ExportRequest);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
  }

  static async start(): Promise<OtlpReceiver> {
    const receiver = new OtlpReceiver();
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #take({ resourceSpans }: ExportRequest): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = attributesOf(resource.attributes)['service.name'] ?? '';
      for (const { traceId, spanId, parentSpanId, name, attributes = [], links = [] } of scopeSpans.flatMap(
        ({ spans }) => spans,
      )) {
        this.spans.push({
          service,
          traceId,
          spanId,
          parentSpanId: parentSpanId === '' ? undefined : parentSpanId,
          name,
          attributes: attributesOf(attributes),
          linkedTraceIds: links.map((link) => link.traceId),
        });
      }
    }
  }
}

function attributesOf(attributes: readonly Attribute[]): Record<string, string> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? '']));
}
