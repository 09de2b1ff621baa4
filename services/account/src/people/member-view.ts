import type { Member } from './member.repository.ts';

export function shownMember({ id, name, email, role, createdAt }: Member) {
  return { id, name, email, role, createdAt: createdAt.toISOString() };
}
