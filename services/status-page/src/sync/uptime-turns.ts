// Decides of which pages the uptimes are asked for next, in one request: organizations take turns.

export interface AskedPage {
  readonly id: string;
  readonly organizationId: string;
  readonly timezone: string;
  readonly monitorIds: readonly string[];
  /** False: the page has changed since its uptimes were asked for, or there was no answer. */
  readonly isAnswered: boolean;
  /** When its uptimes were last asked for; 0: never. */
  readonly askedAt: number;
  /** When a reader last requested the page; 0: never. */
  readonly viewedAt: number;
}

/** As many as one page may have. */
export const MOST_MONITORS = 200;
/** A page whose monitors change all the time is asked for no more often. */
const AGAIN_MS = 5_000;
/** Uptimes change all the time. */
const VIEWED_LATELY_MS = 600_000;
const WATCHED_MS = 60_000;
const UNWATCHED_MS = 900_000;

/** Pages of one time zone, whose uptimes one request can ask for; none if none are due. */
export function pagesToAsk<Page extends AskedPage>(pages: readonly Page[], now: number): Page[] {
  const inTurn = inTurns(pages, now);
  const chosen: Page[] = [];
  const monitorIds = new Set<string>();
  for (const page of inTurn) {
    if (page.timezone !== inTurn[0]?.timezone) continue;
    const added = page.monitorIds.filter((id) => !monitorIds.has(id));
    if (chosen.length > 0 && monitorIds.size + added.length > MOST_MONITORS) break;
    for (const id of added) monitorIds.add(id);
    chosen.push(page);
  }
  return chosen;
}

/**
 * The pages that are due: one of each organization, then another one of each. The organization that was asked for longest
 * ago is first, and so is its page.
 */
function inTurns<Page extends AskedPage>(pages: readonly Page[], now: number): Page[] {
  const servedAt = new Map<string, number>();
  for (const { organizationId, askedAt } of pages) {
    servedAt.set(organizationId, Math.max(askedAt, servedAt.get(organizationId) ?? 0));
  }
  const due = pages.filter((page) => isDue(page, now)).toSorted((one, other) => one.askedAt - other.askedAt);
  const turns = [...Map.groupBy(due, ({ organizationId }) => organizationId)].flatMap(([organizationId, own]) =>
    own.map((page, round) => ({ page, round, servedAt: servedAt.get(organizationId) ?? 0 })),
  );
  return turns
    .toSorted((one, other) => one.round - other.round || one.servedAt - other.servedAt)
    .map(({ page }) => page);
}

function isDue({ isAnswered, askedAt, viewedAt }: AskedPage, now: number): boolean {
  const wait = !isAnswered ? AGAIN_MS : now - viewedAt < VIEWED_LATELY_MS ? WATCHED_MS : UNWATCHED_MS;
  return now - askedAt >= wait;
}
