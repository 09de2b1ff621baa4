import { catalogue } from '../language/catalogue.ts';
import { plural } from '../language/plural.ts';

/** Texts of parts that several rooms use. */
export const partsWords = catalogue(async () => (await import('../words-de/parts.ts')).de, {
  secret: { title: 'Copy the secret now', done: 'I have copied it' },
  picker: {
    chosen: (count: number) => plural('en', count, { one: '# chosen', other: '# chosen' }),
    search: (what: string) => `Search in ${what}`,
    placeholder: 'Type a name',
    none: 'There is nothing to choose from yet.',
    noneMatch: 'Nothing matches.',
    more: (count: string) => `${count} more: type to find them`,
  },
  notAllowed: 'Your role reads only. Somebody with the role Member can change this.',
  masked: '••• stands for what your role does not see.',
  deleted: 'Deleted',
});

export type PartsWords = ReturnType<typeof partsWords>;
