/**
 * A page that fails is tried again after another look, so the failure of a database that answers no look does not count. A
 * page that fails then, too, does not keep the others from being served.
 */
const MOST_FAILURES = 2;

/** Knows when a replica that started without copies has loaded its pages, and so knows which pages exist. */
export class FirstLoad {
  /** How often each page has failed that is neither loaded nor given up; undefined before the first look. */
  #failures: Map<string, number> | undefined;

  get isDone(): boolean {
    return this.#failures?.size === 0;
  }

  /** Only the first look counts: pages that come later do not keep a replica from serving. */
  expect(ids: Iterable<string>): void {
    this.#failures ??= new Map(Array.from(ids, (id) => [id, 0]));
  }

  loaded(id: string): void {
    this.#failures?.delete(id);
  }

  failed(id: string): void {
    const failures = this.#failures?.get(id);
    if (failures === undefined) return;
    if (failures + 1 < MOST_FAILURES) this.#failures?.set(id, failures + 1);
    else this.#failures?.delete(id);
  }
}
