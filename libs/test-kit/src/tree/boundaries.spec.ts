import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inRepository } from '../repository.ts';

/** By name of a room: the rooms that it imports, each with one import as an example. */
type Rooms = Map<string, Map<string, string>>;

const IMPORT = /\b(?:from|import\()\s*'(\.{1,2}\/[^']+)'/g;

const parts = globSync('{services/*,libs/*,deploy/local}/src', { cwd: inRepository('') });

function sourcesOf(part: string): string[] {
  return globSync('**/*.{ts,tsx}', { cwd: inRepository(part) }).filter(
    (file) => !file.startsWith('generated/') && !file.endsWith('.spec.ts'),
  );
}

/** A folder below `src` is a room; a file that lies in `src` itself is a room of its own. */
function folderOf(file: string): string {
  return file.split('/')[0] ?? file;
}

/** Imports of types count. If each file is a room of its own, the result is about files. */
function roomsOf(part: string, roomOf = folderOf): Rooms {
  const rooms: Rooms = new Map();
  for (const file of sourcesOf(part)) {
    const imported = rooms.get(roomOf(file)) ?? new Map<string, string>();
    rooms.set(roomOf(file), imported);
    for (const [, path = ''] of readFileSync(inRepository(`${part}/${file}`), 'utf8').matchAll(IMPORT)) {
      const target = join(dirname(file), path);
      if (roomOf(target) !== roomOf(file)) imported.set(roomOf(target), `${file} imports ${target}`);
    }
  }
  return rooms;
}

const foldersOf = (rooms: Rooms): string[] => [...rooms.keys()].filter((room) => !/\.tsx?$/.test(room));

/** The imports of one cycle that includes a candidate; none if there is none. */
function circleIn(rooms: Rooms, candidates = foldersOf(rooms)): string[] {
  return candidates.map((room) => wayBack(rooms, room)).find((circle) => circle.length > 0) ?? [];
}

function wayBack(rooms: Rooms, folder: string): string[] {
  const seen = new Set<string>();
  const visit = (room: string, imports: readonly string[]): string[] => {
    for (const [next, why] of rooms.get(room) ?? []) {
      if (next === folder) return [...imports, why];
      if (seen.has(next)) continue;
      seen.add(next);
      const circle = visit(next, [...imports, why]);
      if (circle.length > 0) return circle;
    }
    return [];
  };
  return visit(folder, []);
}

describe('the rooms of a service, a lib or the launcher', () => {
  it('are found', () => {
    expect(parts.length).toBeGreaterThan(10);
    expect(roomsOf('services/monitor/src').get('results')?.has('schedule')).toBe(true);
  });

  it.each([
    { name: 'one way', imports: { a: ['b', 'c'], b: ['c'], c: [] }, circle: [] },
    { name: 'through a file of src', imports: { a: ['b.ts'], 'b.ts': ['a'] }, circle: ['a-b.ts', 'b.ts-a'] },
    { name: 'among files of src', imports: { 'a.ts': ['b.ts'], 'b.ts': ['a.ts'] }, circle: [] },
    { name: 'both ways', imports: { a: ['b'], b: ['a'] }, circle: ['a-b', 'b-a'] },
    {
      name: 'round three, seen from outside',
      imports: { a: ['b'], b: ['c'], c: ['d'], d: ['b'] },
      circle: ['b-c', 'c-d', 'd-b'],
    },
  ])('$name', ({ imports, circle }) => {
    const rooms = new Map(
      Object.entries(imports).map(([room, targets]) => [room, new Map(targets.map((to) => [to, `${room}-${to}`]))]),
    );
    expect(circleIn(rooms)).toEqual(circle);
  });

  it.each(parts)('of %s import each other in one direction', (part) => {
    expect(circleIn(roomsOf(part))).toEqual([]);
  });

  it.each(parts)('of %s have no circle of files, not even by types', (part) => {
    const files = roomsOf(part, (file) => file);
    expect(circleIn(files, [...files.keys()])).toEqual([]);
  });

  it.each(parts)('of %s have no rooms inside them', (part) => {
    expect(sourcesOf(part).filter((file) => file.split('/').length > 2)).toEqual([]);
  });
});
