/** How often an operation may be called. The window opens with the first call; a call too many is refused until it ends. */
export interface CallLimit {
  readonly most: number;
  readonly withinSeconds: 60 | 3_600;
  /**
   * Whose calls count together: those of all keys and people of an organization, those of a client address
   * (of IPv6, of its /64), or those that name the same resource in their path.
   */
  readonly of: 'organization' | 'address' | 'resource';
  /** Operations with the same name are counted together; without a name an operation is counted alone. */
  readonly name?: string;
}
