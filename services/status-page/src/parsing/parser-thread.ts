import { Injectable } from '@nestjs/common';
import { Host } from '@vedette/service-host';
import { BoundedThread } from '@vedette/service-host/bounded-thread';
import type { ParserInput, ParserName, ParserResult, ParsingTask } from './parsing-task.ts';

/** Twenty times what the worst known input takes, so only an input that would never end reaches this limit. */
const LIMITS = { taskMs: 2_000, heapMb: 128 };

/** In tests this file runs as TypeScript source, and so does the thread; otherwise both run from the build. */
const PROGRAM = new URL(`./parser.thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);

export type Parsed<Name extends ParserName> =
  { readonly ok: true; readonly result: ParserResult<Name> } | { readonly ok: false; readonly reason: string };

/** Parses text from customers and answers from their hosts, never in the thread that serves the pages. */
@Injectable()
export class ParserThread {
  readonly #thread = new BoundedThread(PROGRAM, LIMITS);
  readonly #logger;
  readonly #refused;

  constructor({ logger, metrics, lifecycle }: Host) {
    this.#logger = logger;
    const about = 'Inputs of customers that took too much time or memory to parse';
    this.#refused = metrics.counter('parsing_refused_total', about, ['parser']);
    lifecycle.add('clients', { stop: () => this.#thread.close() });
  }

  /** Not ok if parsing the input takes too much time or memory. */
  async parse<Name extends ParserName>(parser: Name, input: ParserInput<Name>): Promise<Parsed<Name>> {
    const task: ParsingTask<Name> = { parser, input };
    const outcome = await this.#thread.run(task);
    if (outcome.ok) return { ok: true, result: outcome.result as ParserResult<Name> };
    this.#refused.inc({ parser });
    this.#logger.warn({ parser, reason: outcome.reason }, 'an input could not be parsed');
    return outcome;
  }
}
