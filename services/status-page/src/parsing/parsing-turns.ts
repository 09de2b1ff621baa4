import { TurnQueue } from '@vedette/turns';

/** In the order in which they go. Nobody waits for `background`: logos, and messages of older renderers. */
export const PARSING_LANES = ['publication', 'preview', 'background'] as const;
export type ParsingLane = (typeof PARSING_LANES)[number];

export interface WaitingInput {
  readonly organizationId: string;
  readonly lane: ParsingLane;
  readonly bytes: number;
  /** Nobody waits for the result after this time. */
  readonly deadlineAt: number;
}

/** How much may wait. A hostile message takes a tenth of a second, so that a full share takes few seconds. */
export const PARSING_BOUNDS = {
  publication: { ofEach: 30, inputs: 300, bytes: 8 * 1_024 * 1_024 },
  preview: { ofEach: 10, inputs: 300, bytes: 8 * 1_024 * 1_024 },
  background: { ofEach: 10, inputs: 20, bytes: 4 * 1_024 * 1_024 },
} as const satisfies Record<ParsingLane, { ofEach: number; inputs: number; bytes: number }>;

/** A lane that waits goes first after so many turns of the lanes before it: nobody's publications stop others' previews. */
const MOST_PASSED_OVER = 3;

interface Lane<T> {
  readonly name: ParsingLane;
  readonly queue: TurnQueue<T>;
  bytes: number;
  /** Turns of the lanes before it since its own last turn, while it waited. */
  passedOver: number;
}

/**
 * The inputs of customers that wait to be parsed. Publications go first, in each lane organizations take turns, and an
 * organization that has its share waiting is refused.
 */
export class ParsingTurns<T extends WaitingInput> {
  readonly #lanes: readonly Lane<T>[] = PARSING_LANES.map((name) => ({
    name,
    queue: new TurnQueue<T>(),
    bytes: 0,
    passedOver: 0,
  }));

  waiting(name: ParsingLane): number {
    return this.#lane(name).queue.length;
  }

  /**
   * Returns what is refused: the input itself if its organization has its share, else the newest ones of those that have
   * most, if too much waits.
   */
  push(input: T): T[] {
    const lane = this.#lane(input.lane);
    const bounds = PARSING_BOUNDS[input.lane];
    if (lane.queue.lengthOf(input.organizationId) >= bounds.ofEach) return [input];
    lane.queue.push(input.organizationId, input);
    lane.bytes += input.bytes;
    const refused: T[] = [];
    while (lane.queue.length > bounds.inputs || lane.bytes > bounds.bytes) {
      const dropped = lane.queue.dropOfLargest();
      if (dropped === undefined) break;
      lane.bytes -= dropped.bytes;
      refused.push(dropped);
    }
    return refused;
  }

  /** Takes the next input. Those whose deadline is over are dropped. */
  next(now: number): { readonly input: T | undefined; readonly expired: readonly T[] } {
    const expired: T[] = [];
    for (;;) {
      const lane = this.#nextLane();
      const input = lane?.queue.shift();
      if (lane === undefined || input === undefined) return { input: undefined, expired };
      lane.bytes -= input.bytes;
      if (input.deadlineAt > now) {
        this.#countTurn(lane);
        return { input, expired };
      }
      expired.push(input);
    }
  }

  /** False if the input does not wait any more. */
  remove(input: T): boolean {
    const lane = this.#lane(input.lane);
    const before = lane.queue.length;
    lane.queue.remove(input.organizationId, input);
    if (lane.queue.length === before) return false;
    lane.bytes -= input.bytes;
    return true;
  }

  #nextLane(): Lane<T> | undefined {
    const waiting = this.#lanes.filter(({ queue }) => queue.length > 0);
    return waiting.find(({ passedOver }) => passedOver >= MOST_PASSED_OVER) ?? waiting[0];
  }

  #countTurn(turn: Lane<T>): void {
    turn.passedOver = 0;
    for (const lane of this.#lanes.slice(this.#lanes.indexOf(turn) + 1)) {
      if (lane.queue.length > 0) lane.passedOver += 1;
    }
  }

  #lane(name: ParsingLane): Lane<T> {
    const found = this.#lanes.find((lane) => lane.name === name);
    if (found === undefined) throw new Error(`There is no lane ${name}`);
    return found;
  }
}
