import { createHash } from 'node:crypto';

const MAX_NAMED_STATEMENTS = 500;

/**
 * Names statements by their texts: PostgreSQL prepares a named statement once per connection. Beyond a limit, statements
 * get no name: texts that vary without bound (lists of changing length) must not accumulate on the server.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();

  /** Empty for a statement that is not to be prepared. */
  of(text: string): string {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#names.size >= MAX_NAMED_STATEMENTS) return '';
    const name = `p${createHash('sha1').update(text).digest('base64url')}`;
    this.#names.set(text, name);
    return name;
  }
}
