import { randomBytes } from 'node:crypto';

/** Texts that must not be told to anybody but their owner, each under the name of what it is. */
export class Secrets {
  readonly #known: { readonly name: string; readonly forms: readonly string[] }[] = [];

  /** A text that occurs nowhere else. */
  make(name: string): string {
    return this.add(name, `sekret${randomBytes(9).toString('hex')}`);
  }

  add(name: string, text: string): string {
    if (text.length < 8) throw new Error(`${name} is too short to be told from other texts`);
    this.#known.push({ name, forms: formsOf(text) });
    return text;
  }

  get count(): number {
    return this.#known.length;
  }

  /** Which secrets stand in a text, in any of the forms in which they are written. */
  in(text: string): string[] {
    return this.#known.filter(({ forms }) => forms.some((form) => text.includes(form))).map(({ name }) => name);
  }
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  // Three beginnings: what stands before a secret decides how its bytes fall into groups of three.
  const encoded = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), bytes.toString('hex'), ...encoded];
}
