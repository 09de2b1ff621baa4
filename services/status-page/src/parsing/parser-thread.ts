import { Injectable } from '@nestjs/common';
import { ApiError } from '@vedette/contract';
import { Host } from '@vedette/service-host';
import { BoundedThread } from '@vedette/service-host/bounded-thread';
import type { ParserInput, ParserName, ParserResult, ParsingTask } from './parsing-task.ts';
import { PARSING_LANES, ParsingTurns, type ParsingLane, type WaitingInput } from './parsing-turns.ts';

/** Twenty times what the worst known input takes, so only an input that would never end reaches this limit. */
const LIMITS = { taskMs: 2_000, heapMb: 128 };

/** To pass the answer on before the deadline. */
const ANSWER_MS = 500;
const RETRY_AFTER_SECONDS = 1;

/** In tests this file runs as TypeScript source, and so does the thread; otherwise both run from the build. */
const PROGRAM = new URL(`./parser.thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);

export type Parsed<Name extends ParserName> =
  { readonly ok: true; readonly result: ParserResult<Name> } | { readonly ok: false; readonly reason: string };

/** For whom an input is parsed. */
export interface ParsingOrder {
  readonly organizationId: string;
  readonly lane: ParsingLane;
  /** Nobody waits for the result after this time. */
  readonly deadlineAt: number;
}

interface Waiting extends WaitingInput {
  readonly start: () => void;
  readonly refuse: () => void;
}

/** Parses text from customers and answers from their hosts in turn, never in the thread that serves the pages. */
@Injectable()
export class ParserThread {
  readonly #thread = new BoundedThread(PROGRAM, LIMITS);
  readonly #turns = new ParsingTurns<Waiting>();
  readonly #logger;
  readonly #failed;
  readonly #refused;
  #isBusy = false;

  constructor({ logger, metrics, lifecycle }: Host) {
    this.#logger = logger;
    const about = 'Inputs of customers that took too much time or memory to parse';
    this.#failed = metrics.counter('parsing_refused_total', about, ['parser']);
    this.#refused = metrics.counter('parsing_surplus_total', 'Inputs of customers that could not wait', ['lane']);
    for (const lane of PARSING_LANES) {
      const waiting = 'Inputs of customers that wait to be parsed, by lane';
      metrics.observedGauge('parsing_waiting', waiting, () => this.#turns.waiting(lane), { lane });
    }
    lifecycle.add('clients', { stop: () => this.#thread.close() });
  }

  /**
   * Not ok if parsing the input takes too much time or memory. Throws `rate_limited` if too much waits, or if the input
   * would have to wait for too long.
   */
  async parse<Name extends ParserName>(
    parser: Name,
    input: ParserInput<Name>,
    order: ParsingOrder,
  ): Promise<Parsed<Name>> {
    await this.#turn(order, typeof input === 'string' ? Buffer.byteLength(input) : input.length);
    const task: ParsingTask<Name> = { parser, input };
    const outcome = await this.#thread.run(task).finally(() => {
      this.#isBusy = false;
      this.#startNext();
    });
    if (outcome.ok) return { ok: true, result: outcome.result as ParserResult<Name> };
    this.#failed.inc({ parser });
    this.#logger.warn({ parser, reason: outcome.reason }, 'an input could not be parsed');
    return outcome;
  }

  /** An input that waits is refused while there is still time for all that it may take, and for the answer. */
  #turn(order: ParsingOrder, bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      let patience: NodeJS.Timeout | undefined;
      const waiting: Waiting = {
        ...order,
        bytes,
        start: () => {
          clearTimeout(patience);
          resolve();
        },
        refuse: () => {
          clearTimeout(patience);
          this.#refused.inc({ lane: order.lane });
          reject(tooManyWait());
        },
      };
      if (order.deadlineAt !== Infinity) {
        const patienceMs = order.deadlineAt - Date.now() - LIMITS.taskMs - ANSWER_MS;
        patience = setTimeout(() => this.#turns.remove(waiting) && waiting.refuse(), Math.max(0, patienceMs));
      }
      for (const refused of this.#turns.push(waiting)) refused.refuse();
      this.#startNext();
    });
  }

  #startNext(): void {
    if (this.#isBusy) return;
    const { input, expired } = this.#turns.next(Date.now());
    for (const each of expired) each.refuse();
    if (input === undefined) return;
    this.#isBusy = true;
    input.start();
  }
}

function tooManyWait(): ApiError {
  const message = `Too many messages wait to be rendered; retry in ${RETRY_AFTER_SECONDS} s.`;
  return new ApiError('rate_limited', message, undefined, RETRY_AFTER_SECONDS);
}
