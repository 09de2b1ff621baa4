import { newId, type IdPrefix, type Operation } from '@vedette/contract';
import type { ApiResponse } from '../../support/api-client.ts';
import { paramNames } from './request-fields.ts';

/** More of one kind would make requests slower and find nothing new. */
const MOST = 60;

/** The ids that requests can name: those that were there before, and those that requests have made and not deleted. */
export class LivingIds {
  readonly #lasting: Readonly<Record<string, readonly string[]>>;
  readonly #made = new Map<string, string[]>();

  constructor(lasting: Readonly<Record<string, readonly string[]>>) {
    this.#lasting = lasting;
  }

  /**
   * What was there before is never deleted, so that requests meet it until the end. What the request names already is
   * named again only if there is no other, because lists that repeat an id are refused.
   */
  pick(kind: string, index: number, isToBeDeleted: boolean, named: ReadonlySet<string>): string {
    const lasting = this.#lasting[kind];
    if (lasting === undefined) throw new Error(`No resource is made whose id is a ${kind}: add it to populate()`);
    const made = this.#made.get(kind) ?? [];
    const living = isToBeDeleted ? made : [...lasting, ...made];
    const others = living.filter((id) => !named.has(id));
    const candidates = others.length > 0 ? others : living;
    return candidates[index % candidates.length] ?? newId(lasting[0]?.split('_', 1).join() as IdPrefix);
  }

  learn(operation: Operation, { status, body }: ApiResponse): void {
    if (operation.method === 'DELETE' && status === 200) this.#forget((body as { data: { id: string } }).data.id);
    // An operation whose path has an id answers with a resource that is known already.
    if (status !== 201 || paramNames(operation).length > 0) return;
    const { id } = body as { id: string };
    const prefix = id.split('_', 1).join();
    const kind = Object.keys(this.#lasting).find((each) => this.#lasting[each]?.[0]?.startsWith(`${prefix}_`));
    if (kind === undefined) return;
    const made = this.#made.get(kind) ?? [];
    if (made.length < MOST) this.#made.set(kind, [...made, id]);
  }

  #forget(id: string): void {
    for (const [kind, made] of this.#made)
      this.#made.set(
        kind,
        made.filter((each) => each !== id),
      );
  }
}
