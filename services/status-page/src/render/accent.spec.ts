import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { accentShades, contrast } from './accent.ts';

describe('contrast', () => {
  it.each([
    { one: '#000000', other: '#ffffff', is: 21 },
    { one: '#ffffff', other: '#000000', is: 21 },
    { one: '#777777', other: '#ffffff', is: 4.48 },
    { one: '#123456', other: '#123456', is: 1 },
  ])('of $one and $other is $is', ({ one, other, is }) => {
    expect(contrast(one, other)).toBeCloseTo(is, 2);
  });
});

describe('the shades of an accent', () => {
  it('are the colour itself where it can be read', () => {
    expect(accentShades('#0050b3').light).toBe('#0050b3');
    expect(accentShades('#7fb2ff').dark).toBe('#7fb2ff');
  });

  it('are darker on light and lighter on dark where it cannot', () => {
    expect(accentShades('#ffee00')).toEqual({
      plain: '#ffee00',
      light: expect.stringMatching(/^#[0-9a-f]{6}$/),
      dark: '#ffee00',
    });
    expect(accentShades('#FFEE00').light).not.toBe('#ffee00');
  });

  it('can always be read', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xff_ff_ff }), (value) => {
        const { light, dark } = accentShades(`#${value.toString(16).padStart(6, '0')}`);
        expect(contrast(light, '#ffffff')).toBeGreaterThanOrEqual(4.5);
        expect(contrast(light, '#f5f6f8')).toBeGreaterThanOrEqual(4.5);
        expect(contrast(dark, '#151b23')).toBeGreaterThanOrEqual(4.5);
        expect(contrast(dark, '#0c1016')).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});
