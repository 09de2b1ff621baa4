import { Type, type Static, type TArray, type TObject, type TSchema, type TUnsafe } from 'typebox';
import { nullable, type Creation, type Fields } from '../schema.ts';

export const paginationSchema = Type.Object(
  {
    limit: Type.Integer({ description: 'The page size that was applied.' }),
    offset: Type.Integer({ description: 'How many items were skipped.' }),
    total: Type.Integer({ description: 'How many items there are in all pages, after filters.' }),
  },
  { title: 'Pagination', description: 'Where a page lies in its list.' },
);

export type Pagination = Static<typeof paginationSchema>;

export const pageFields = {
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

const cursorFields = {
  limit: pageFields.limit,
  cursor: Type.String({
    minLength: 1,
    maxLength: 200,
    description: '`nextCursor` of the page before; the filters stay the same.',
  }),
};

export type CursorQuery<F extends Fields> = Creation<typeof cursorFields & F, 'limit'>;

/** The query of a list that is read by cursor: `limit`, `cursor`, and its filters. */
export function cursorQuery<F extends Fields>(filters: F): TUnsafe<CursorQuery<F>> {
  return Type.Unsafe<CursorQuery<F>>({ type: 'object', properties: { ...cursorFields, ...filters } });
}

/** A page of a list that is read by cursor, so that it has no total. `order` completes "The items of this page, …". */
export function cursorPageOf<S extends TSchema>(
  title: string,
  item: S,
  order: string,
): TObject<{ data: TArray<S>; nextCursor: TUnsafe<string | null> }> {
  return Type.Object(
    {
      data: Type.Array(item, {
        description: `The items of this page, ${order}. A page may have fewer than \`limit\`.`,
      }),
      nextCursor: nullable(Type.String({ description: 'The `cursor` of the next page; null on the last page.' })),
    },
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
