// Decides how the fields of the editor become the body of a request.

import type { StatusPage } from '@vedette/sdk';

/** A component as it is edited; an empty name means that of its monitor. */
export interface ComponentDraft {
  readonly monitorId: string;
  readonly name: string;
  readonly description: string;
  readonly group: string;
}

export interface PageDraft {
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly customDomain: string;
  readonly published: boolean;
  readonly theme: StatusPage['theme'];
  readonly accentColor: string;
  readonly logoUrl: string;
  readonly timezone: string;
  readonly components: readonly ComponentDraft[];
}

export interface PageBody extends Pick<
  StatusPage,
  'name' | 'description' | 'customDomain' | 'published' | 'theme' | 'accentColor' | 'logoUrl' | 'timezone'
> {
  slug?: string;
  components: { monitorId: string; name?: string; description: string | null; group: string | null }[];
}

export function newPage(timezone: string): PageDraft {
  return {
    name: '',
    slug: '',
    description: '',
    customDomain: '',
    published: true,
    theme: 'SYSTEM',
    accentColor: '',
    logoUrl: '',
    timezone,
    components: [],
  };
}

/** A component that is called like its monitor follows the renames of the monitor: its field stays empty. */
export function draftOf(page: StatusPage, nameOf: (monitorId: string) => string | undefined): PageDraft {
  return {
    name: page.name,
    slug: page.slug,
    description: page.description ?? '',
    customDomain: page.customDomain ?? '',
    published: page.published,
    theme: page.theme,
    accentColor: page.accentColor ?? '',
    logoUrl: page.logoUrl ?? '',
    timezone: page.timezone,
    components: page.components.map(({ monitorId, name, description, group }) => ({
      monitorId,
      name: name === nameOf(monitorId) ? '' : name,
      description: description ?? '',
      group: group ?? '',
    })),
  };
}

export function bodyOf(draft: PageDraft): PageBody {
  return {
    name: draft.name.trim(),
    ...(draft.slug.trim() !== '' && { slug: draft.slug.trim() }),
    description: textOrNull(draft.description),
    customDomain: textOrNull(draft.customDomain),
    published: draft.published,
    theme: draft.theme,
    accentColor: textOrNull(draft.accentColor),
    logoUrl: textOrNull(draft.logoUrl),
    timezone: draft.timezone,
    components: draft.components.map(({ monitorId, name, description, group }) => ({
      monitorId,
      ...(name.trim() !== '' && { name: name.trim() }),
      description: textOrNull(description),
      group: textOrNull(group),
    })),
  };
}

/** Those that are new come last; those that are chosen no longer are gone; the others keep their places. */
export function withMonitors(components: readonly ComponentDraft[], monitorIds: readonly string[]): ComponentDraft[] {
  const kept = components.filter(({ monitorId }) => monitorIds.includes(monitorId));
  const known = new Set(kept.map(({ monitorId }) => monitorId));
  const added = monitorIds.filter((id) => !known.has(id));
  const group = kept.at(-1)?.group ?? '';
  return [...kept, ...added.map((monitorId) => ({ monitorId, name: '', description: '', group }))];
}

export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return [...items];
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
