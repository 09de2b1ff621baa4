import { describe, expect, it } from '@jest/globals';
import { isAttached } from './contact-attachment.ts';

const baselineAt = new Date('2026-11-15T10:00:00.000Z');
const before = { createdAt: new Date('2026-11-15T09:59:59.999Z') };
const same = { createdAt: baselineAt };
const after = { createdAt: new Date('2026-11-15T10:00:00.001Z') };

describe('a contact', () => {
  it.each([
    { name: 'for all is attached to monitors that were there', all: true, monitor: before, attached: true },
    { name: 'for all is attached to new monitors', all: true, monitor: after, attached: true },
    { name: 'for none is not attached to monitors that were there', all: false, monitor: before, attached: false },
    { name: 'for none is attached to new monitors', all: false, monitor: after, attached: true },
    { name: 'is attached to a monitor of the same moment', all: false, monitor: same, attached: true },
    { name: 'is attached where it was told to be', all: false, exception: true, monitor: before, attached: true },
    { name: 'is detached where it was told to be', all: true, exception: false, monitor: before, attached: false },
    { name: 'is detached from a new monitor, too', all: true, exception: false, monitor: after, attached: false },
  ])('$name', ({ all, exception, monitor, attached }) => {
    expect(isAttached({ baselineAt, baselineAttached: all }, exception, monitor)).toBe(attached);
  });
});
