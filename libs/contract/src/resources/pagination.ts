import { Type, type Static, type TArray, type TObject, type TSchema, type TUnsafe } from 'typebox';
import type { Creation, Fields } from '../schema.ts';

export const paginationSchema = Type.Object(
  {
    limit: Type.Integer({ description: 'The page size that was applied.' }),
    offset: Type.Integer({ description: 'How many items were skipped.' }),
    total: Type.Integer({ description: 'How many items there are in all pages, after filters.' }),
  },
  { title: 'Pagination', description: 'Where a page lies in its list.' },
);

export type Pagination = Static<typeof paginationSchema>;

const pageFields = {
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'How many items to return.' }),
  offset: Type.Integer({
    minimum: 0,
    maximum: 100_000,
    default: 0,
    description: 'How many items to skip. Keep paging until `offset + limit` reaches `pagination.total`.',
  }),
};

export type PageQuery<F extends Fields> = Creation<typeof pageFields & F, 'limit' | 'offset'>;

/** The query of a list operation: `limit`, `offset`, and its filters. */
export function pageQuery<F extends Fields>(filters: F): TUnsafe<PageQuery<F>> {
  return Type.Unsafe<PageQuery<F>>({ type: 'object', properties: { ...pageFields, ...filters } });
}

export function pageOf<S extends TSchema>(
  title: string,
  item: S,
): TObject<{ data: TArray<S>; pagination: typeof paginationSchema }> {
  return Type.Object(
    { data: Type.Array(item, { description: 'The items of this page, newest first.' }), pagination: paginationSchema },
    { title, description: 'One page of a list.' },
  );
}

export const deletedSchema = Type.Object(
  {
    data: Type.Object(
      { id: Type.String({ description: 'The id of what was deleted.' }) },
      { description: 'What was deleted.' },
    ),
  },
  { title: 'Deleted', description: 'Says that a resource was deleted.' },
);
