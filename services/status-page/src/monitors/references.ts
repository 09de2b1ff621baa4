// Decides which references of a request are invalid: the target does not exist, or belongs to another organization.

import type { Detail } from '@vedette/contract';

export interface Reference {
  readonly path: string;
  readonly id: string;
}

export function listReferences(field: 'monitorIds' | 'statusPageIds', ids: readonly string[]): Reference[] {
  return ids.map((id, index) => ({ path: `${field}.${String(index)}`, id }));
}

export function componentReferences(components: readonly { readonly monitorId: string }[]): Reference[] {
  return components.map(({ monitorId }, index) => ({ path: `components.${String(index)}.monitorId`, id: monitorId }));
}

export function unknownMonitors(references: readonly Reference[], isKnown: (id: string) => boolean): Detail[] {
  return unknown(references, isKnown, 'is not a monitor of this organization');
}

export function unknownPages(references: readonly Reference[], isKnown: (id: string) => boolean): Detail[] {
  return unknown(references, isKnown, 'is not a status page of this organization');
}

function unknown(references: readonly Reference[], isKnown: (id: string) => boolean, rule: string): Detail[] {
  return references.filter(({ id }) => !isKnown(id)).map(({ path }) => ({ path, message: `${path} ${rule}` }));
}
