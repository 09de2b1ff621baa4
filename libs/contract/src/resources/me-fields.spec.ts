import { describe, expect, it } from '@jest/globals';
import { detailsOf } from '../faults/fault.ts';
import { meFaults } from './me-fields.ts';

describe('the settings of a person', () => {
  it.each([
    ['no time zone', {}, []],
    ['null: the zone of the browser', { timezone: null }, []],
    ['a zone', { timezone: 'Europe/Berlin' }, []],
    ['an offset', { timezone: '+02:00' }, ['timezone']],
    ['an unknown zone', { timezone: 'Europe/Atlantis' }, ['timezone']],
    ['an empty text', { timezone: '' }, ['timezone']],
  ])('%s', (_name, settings, paths) => {
    expect(detailsOf(meFaults(settings)).map(({ path }) => path)).toEqual(paths);
  });
});
