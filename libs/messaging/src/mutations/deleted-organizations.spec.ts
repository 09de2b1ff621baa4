import { describe, expect, it } from '@jest/globals';
import type { Sql } from '@vedette/database';
import { DeletedOrganizations } from './deleted-organizations.ts';

describe('messages that arrive before the deleted organizations are known', () => {
  it('wait for one read, and are received in their order', async () => {
    const reads: PromiseWithResolvers<{ id: string }[]>[] = [];
    const received: number[] = [];
    const receive = new DeletedOrganizations('any', readBy(reads)).ignored(async (message: Message) => {
      received.push(message.number);
    });

    const first = receive({ organizationId: 'a', number: 1 });
    const second = receive({ organizationId: 'gone', number: 2 });
    const third = receive({ organizationId: 'b', number: 3 });
    expect(reads).toHaveLength(1);
    reads[0]?.resolve([{ id: 'gone' }]);
    await Promise.all([first, second, third]);

    expect(received).toEqual([1, 3]);
  });

  it('are read for again after a read that failed', async () => {
    const reads: PromiseWithResolvers<{ id: string }[]>[] = [];
    const organizations = new DeletedOrganizations('any', readBy(reads));

    const failed = organizations.has('gone');
    reads[0]?.reject(new Error('no connection'));
    await expect(failed).rejects.toThrow('no connection');

    const answered = organizations.has('gone');
    reads[1]?.resolve([{ id: 'gone' }]);
    expect(await answered).toBe(true);
  });
});

interface Message {
  readonly organizationId: string;
  readonly number: number;
}

/** Every read waits until the test answers it. */
function readBy(reads: PromiseWithResolvers<{ id: string }[]>[]): Sql {
  return {
    $queryRawUnsafe: <T>() => {
      const answer = Promise.withResolvers<{ id: string }[]>();
      reads.push(answer);
      return answer.promise as Promise<T>;
    },
    $executeRawUnsafe: async () => 0,
  };
}
