import { describe, expect, it } from '@jest/globals';
import { consumers, FACT_LANES, streams } from '@vedette/contract';
import { CLASSES_OF_QUEUES, MEMORY_QUEUES, NO_QUEUES } from './queues-in-memory.ts';
import { CONSUMER_QUEUES, STREAM_QUEUES } from './queues-of-streams.ts';
import { TABLE_QUEUES } from './queues-of-tables.ts';
import { faultOfBound, signsOfQueues, sourceOf, SOURCES, type Queue } from './queues.ts';

const QUEUES: readonly Queue[] = [...TABLE_QUEUES, ...MEMORY_QUEUES];

const listed = [
  ...QUEUES.map(({ file, signs }) => ({ file, signs })),
  ...Object.entries(CLASSES_OF_QUEUES).map(([file, signs]) => ({ file, signs })),
  ...Object.entries(NO_QUEUES).map(([file, { signs }]) => ({ file, signs })),
].flatMap(({ file, signs }) => signs.map((sign) => `${file}: ${sign}`));

describe('the list of queues', () => {
  it('has every place in the code that looks like a queue, and no other', () => {
    expect(signsOfQueues()).toEqual(listed.toSorted());
  });

  it('has every stream of the contract, and no other', () => {
    expect(Object.keys(STREAM_QUEUES).toSorted()).toEqual(Object.keys(streams).toSorted());
  });

  it('has every durable consumer of the contract, and no other', () => {
    expect(Object.keys(CONSUMER_QUEUES).toSorted()).toEqual(Object.keys(consumers).toSorted());
  });

  it.each(Object.entries(CONSUMER_QUEUES))('says where the consumer %s is used', (name, { file }) => {
    expect(sourceOf(file)).toContain(`consumers.${name}`);
  });

  it('has every lane of facts', () => {
    const outbox = TABLE_QUEUES.find(({ file }) => file.endsWith('outbox-rows.ts'));
    expect(outbox?.lanes).toEqual(FACT_LANES);
  });
});

describe('the bound of a queue', () => {
  const bounded = [
    ...QUEUES.map(({ file, holds, by }) => ({ file, holds, by })),
    ...Object.entries(STREAM_QUEUES).map(([holds, { by }]) => ({ file: 'libs/contract/src/streams.ts', holds, by })),
    ...Object.entries(CONSUMER_QUEUES).map(([holds, { file, by }]) => ({ file, holds, by })),
  ];

  it.each(bounded)('is kept by what the code uses: $holds', ({ file, by }) => {
    expect(by.length).toBeGreaterThan(0);
    expect(by.flatMap((named) => faultOfBound(file, named) ?? [])).toEqual([]);
  });

  it.each([
    { name: 'a constant', by: 'event-consumer.ts: ROOM', fault: undefined },
    { name: 'a constant of another lib', by: 'contract/streams.ts: FACT_LANES', fault: undefined },
    {
      name: 'a constant that is gone',
      by: 'event-consumer.ts: PLACES',
      fault: 'libs/messaging/src/streams/event-consumer.ts does not know PLACES',
    },
    {
      name: 'a file that is gone',
      by: 'event-queue.ts: ROOM',
      fault: 'libs/messaging has no file event-queue.ts, or several',
    },
  ])('is judged: $name', ({ by, fault }) => {
    expect(faultOfBound('libs/messaging/src/streams/unsettled.ts', by)).toBe(fault);
  });
});

describe('a message that arrives on a subject', () => {
  it('is handed over at once: what has to wait then is in the list of queues', () => {
    const takesFrom = /for await \(const \w+ of \w*[sS]ubscription/;
    expect(SOURCES.filter((file) => takesFrom.test(sourceOf(file)))).toEqual([]);
  });
});
