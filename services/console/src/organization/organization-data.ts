import type { Invitation, Key, Member } from '@vedette/sdk';
import { api } from '../api/client.ts';
import { resource, type Resource } from '../data/resource.ts';

export function memberList(): Resource<Member[]> {
  return resource('members', () => Array.fromAsync(api().members.list()));
}

/** Those that nobody has accepted yet. */
export function invitationList(): Resource<Invitation[]> {
  return resource('invitations', () => Array.fromAsync(api().invitations.list()));
}

export function keyList(): Resource<Key[]> {
  return resource('keys', () => Array.fromAsync(api().keys.list()));
}
