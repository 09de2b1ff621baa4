// Decides which monitor may be the parent of another one: dependencies have one level.

/** What is known of the monitor that is to be the parent. */
export interface ParentCandidate {
  readonly isKnown: boolean;
  /** It depends on a monitor itself. */
  readonly hasParent: boolean;
}

/** What is wrong with `parentId`; undefined if nothing is. */
export function parentFault(
  { id, hasChildren }: { readonly id: string; readonly hasChildren: boolean },
  parentId: string,
  parent: ParentCandidate,
): string | undefined {
  if (parentId === id) return 'must be another monitor';
  if (!parent.isKnown) return `names no monitor of the organization: ${parentId}`;
  if (parent.hasParent) return 'must be a monitor that does not depend on another one itself';
  if (hasChildren) return 'must be null, because other monitors depend on this one';
  return undefined;
}
