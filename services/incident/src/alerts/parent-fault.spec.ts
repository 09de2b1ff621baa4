import { describe, expect, it } from '@jest/globals';
import { parentFault } from './parent-fault.ts';

const own = { id: 'mon_child', hasChildren: false };
const known = { isKnown: true, hasParent: false };

describe('the parent of a monitor', () => {
  it.each([
    { name: 'may be another monitor', parentId: 'mon_1', own, parent: known, fault: undefined },
    { name: 'is not itself', parentId: 'mon_child', own, parent: known, fault: 'must be another monitor' },
    {
      name: 'is one of the organization',
      parentId: 'mon_1',
      own,
      parent: { ...known, isKnown: false },
      fault: 'names no monitor of the organization: mon_1',
    },
    {
      name: 'has no parent',
      parentId: 'mon_1',
      own,
      parent: { ...known, hasParent: true },
      fault: 'must be a monitor that does not depend on another one itself',
    },
    {
      name: 'is not for a monitor that is a parent',
      parentId: 'mon_1',
      own: { ...own, hasChildren: true },
      parent: known,
      fault: 'must be null, because other monitors depend on this one',
    },
  ])('$name', ({ own: monitor, parentId, parent, fault }) => {
    expect(parentFault(monitor, parentId, parent)).toBe(fault);
  });
});
