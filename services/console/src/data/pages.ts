interface Page<Item> {
  readonly data: readonly Item[];
  readonly pagination: { readonly total: number };
}

export interface Listed<Item> {
  readonly items: readonly Item[];
  /** How many there are, shown or not. */
  readonly total: number;
}

/** How many more are asked for as somebody reads on. */
export const PAGE_SIZE = 50;

/** The first items of a list, page by page: a page has at most 100. */
export async function firstItems<Item>(
  pageAt: (at: { limit: number; offset: number }) => PromiseLike<Page<Item>>,
  count: number,
): Promise<Listed<Item>> {
  const items: Item[] = [];
  let total = 0;
  for (let offset = 0; offset < count; offset += PAGE_SIZE) {
    const page = await pageAt({ limit: PAGE_SIZE, offset });
    items.push(...page.data);
    ({ total } = page.pagination);
    if (items.length >= total) break;
  }
  return { items, total };
}
