import { describe, expect, it } from '@jest/globals';
import { componentReferences, listReferences, unknownMonitors, unknownPages } from './references.ts';

const isKnown = (id: string): boolean => id.startsWith('known');

describe('references that lead nowhere', () => {
  it('are named by their places in a list', () => {
    const references = listReferences('monitorIds', ['known1', 'x', 'known2', 'y']);
    expect(unknownMonitors(references, isKnown)).toEqual([
      { path: 'monitorIds.1', message: 'monitorIds.1 is not a monitor of this organization' },
      { path: 'monitorIds.3', message: 'monitorIds.3 is not a monitor of this organization' },
    ]);
  });

  it('are named by their places in components', () => {
    const references = componentReferences([{ monitorId: 'known1' }, { monitorId: 'x' }]);
    expect(unknownMonitors(references, isKnown).map(({ path }) => path)).toEqual(['components.1.monitorId']);
  });

  it('to pages are told as such', () => {
    expect(unknownPages(listReferences('statusPageIds', ['x']), isKnown)).toEqual([
      { path: 'statusPageIds.0', message: 'statusPageIds.0 is not a status page of this organization' },
    ]);
  });

  it('are none where all is known, or nothing is referred to', () => {
    expect(unknownMonitors(listReferences('monitorIds', ['known1']), isKnown)).toEqual([]);
    expect(unknownPages([], isKnown)).toEqual([]);
  });
});
