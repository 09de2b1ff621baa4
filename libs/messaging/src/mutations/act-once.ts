import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '@vedette/database';
import type { Keyed, Seal } from './idempotent-answers.ts';
import type { Mutation } from './mutation.ts';
import type { Mutations } from './mutations.ts';
import { Reply } from '../rpc/reply.ts';

/** A mutation with an outside effect that must not happen twice, and of which nothing is stored but its answer. */
export interface SingleAct<Tx, Work, Result> {
  /** Until then, a repeated request waits for the run that acts. */
  readonly deadlineAt: number;
  /** Commits before the act. Throws if the act is refused. */
  readonly prepare: (tx: Tx, mutation: Mutation) => Promise<Work>;
  /** How long it takes at most to act and to record the outcome. */
  readonly limitMs: (work: Work) => number;
  readonly act: (work: Work) => Promise<Result>;
  /** True if the next run of the key acts again when the act throws. */
  readonly isRepeatable: boolean;
  /** Records the outcome and builds the answer. */
  readonly record: (tx: Tx, work: Work, result: Result) => Promise<unknown>;
  /** Answers when the run that acted has died before it recorded an outcome. */
  readonly interrupted: (tx: Tx) => Promise<unknown>;
}

type Begun<Work> = { readonly kind: 'act'; readonly work: Work } | { readonly kind: 'wait'; readonly endsAt: number };

/** How often a request checks whether another run of its key has ended. */
const LOOK_EVERY_MS = 250;

/** Acts at most once per idempotency key, also if the process dies meanwhile. */
export async function actOnce<Tx extends Sql, Work, Result>(
  mutations: Mutations<Tx>,
  keyed: Keyed,
  single: SingleAct<Tx, Work, Result>,
  seal?: Seal,
): Promise<Reply> {
  do {
    const begun = await begin(mutations, keyed, single, seal);
    if (begun instanceof Reply) return begun;
    if (begun.kind === 'act') {
      const result = await act(mutations, keyed, single, begun.work);
      return mutations.finish(keyed, (tx) => single.record(tx, begun.work, result), seal);
    }
    if (begun.endsAt <= Date.now()) return mutations.finish(keyed, (tx) => single.interrupted(tx), seal);
    await sleep(LOOK_EVERY_MS);
  } while (Date.now() < single.deadlineAt);
  throw new Error('Another run of the same idempotency key has not ended yet');
}

/** What is stored of the work is the time at which the run that acts has ended. */
function begin<Tx extends Sql, Work, Result>(
  mutations: Mutations<Tx>,
  keyed: Keyed,
  { prepare, limitMs }: SingleAct<Tx, Work, Result>,
  seal?: Seal,
): Promise<Reply | Begun<Work>> {
  let own: Begun<Work> | undefined;
  return mutations.begin<Begun<Work>>(
    keyed,
    async (tx, mutation) => {
      const work = await prepare(tx, mutation);
      own = { kind: 'act', work };
      return new Date(Date.now() + limitMs(work)).toISOString();
    },
    async (_, { workId, isResumed }) =>
      own !== undefined && !isResumed ? own : { kind: 'wait', endsAt: Date.parse(workId) },
    seal,
  );
}

async function act<Tx extends Sql, Work, Result>(
  mutations: Mutations<Tx>,
  keyed: Keyed,
  { act: make, isRepeatable }: SingleAct<Tx, Work, Result>,
  work: Work,
): Promise<Result> {
  try {
    return await make(work);
  } catch (error) {
    if (isRepeatable) await mutations.giveBack(keyed);
    throw error;
  }
}
