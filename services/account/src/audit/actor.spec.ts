import { describe, expect, it } from '@jest/globals';
import type { Actor } from '@vedette/contract';
import { actorName, actorReference } from './actor.ts';

const rows: { actor: Actor; reference: string; name: string | null }[] = [
  { actor: { kind: 'person', id: 'per_1', name: 'Ada' }, reference: 'person:per_1', name: 'Ada' },
  { actor: { kind: 'key', id: 'key_1', name: 'CI' }, reference: 'key:key_1', name: 'CI' },
  { actor: { kind: 'operator', user: 'root' }, reference: 'operator:root', name: 'root' },
  { actor: { kind: 'link', id: 'ac_1', name: 'On call' }, reference: 'link:ac_1', name: 'On call' },
  { actor: { kind: 'nobody' }, reference: 'nobody', name: null },
];

describe('an actor in the audit log', () => {
  it.each(rows)('$reference', ({ actor, reference, name }) => {
    expect({ reference: actorReference(actor), name: actorName(actor) }).toEqual({ reference, name });
  });
});
