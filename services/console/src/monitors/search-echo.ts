/**
 * Tells a search that was typed a moment ago from one that came with a link. The address follows the field late: by then
 * more may have been typed, which must not be taken back.
 */
export class SearchEcho {
  #told: string[] = [];

  /** The address is about to have this search. */
  tell(search: string): void {
    this.#told.push(search);
  }

  /** True if the address has what was told, or told earlier and seen late; false if somebody followed a link. */
  isOwn(search: string): boolean {
    const at = this.#told.indexOf(search);
    this.#told = at === -1 ? [] : this.#told.slice(at + 1);
    return at !== -1;
  }
}
