import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { SharedReads } from './shared-reads.ts';

/** Each read answers with its number, once the test releases it; `lost` makes it fail instead. */
class Scene {
  readonly reads = new SharedReads<string>('read');
  readonly began: string[] = [];
  readonly #held: ((lost?: boolean) => void)[] = [];

  get(key: string): Promise<string> {
    return this.reads.get(key, async () => {
      this.began.push(key);
      const name = `${key}${this.began.length}`;
      const isLost = await new Promise<boolean | undefined>((resolve) => this.#held.push(resolve));
      if (isLost === true) throw new Error(`${name} is lost`);
      return name;
    });
  }

  async hasBegun(reads: number): Promise<void> {
    while (this.began.length < reads) await nextTurn();
  }

  end(lost = false): void {
    this.#held.shift()?.(lost);
  }
}

describe('shared reads', () => {
  it('answer requests for the same that come together', async () => {
    const scene = new Scene();
    const answers = Promise.all([scene.get('a'), scene.get('a')]);
    await scene.hasBegun(1);
    scene.end();
    expect(await answers).toEqual(['a1', 'a1']);
  });

  it('never answer a request by a read that began before it', async () => {
    const scene = new Scene();
    const first = scene.get('a');
    await scene.hasBegun(1);
    const second = scene.get('a');
    await scene.hasBegun(2);
    const later = Promise.all([scene.get('a'), scene.get('a')]);
    await nextTurn();
    expect(scene.began).toEqual(['a', 'a']);
    scene.end();
    expect(await first).toBe('a1');
    await scene.hasBegun(3);
    scene.end();
    scene.end();
    expect([await second, await later]).toEqual(['a2', ['a3', 'a3']]);
  });

  it('begin anew after the last one has ended', async () => {
    const scene = new Scene();
    for (const answer of ['a1', 'a2']) {
      const read = scene.get('a');
      await scene.hasBegun(Number(answer.slice(1)));
      scene.end();
      expect(await read).toBe(answer);
    }
  });

  it('do not wait for reads of something else', async () => {
    const scene = new Scene();
    const [, other] = [scene.get('a'), scene.get('b')];
    await scene.hasBegun(2);
    scene.end();
    scene.end();
    expect(await other).toBe('b2');
  });

  it('fail for all requests that share them, without another read', async () => {
    const scene = new Scene();
    const answers = Promise.allSettled([scene.get('a'), scene.get('a')]);
    await scene.hasBegun(1);
    scene.end(true);
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(scene.began).toEqual(['a']);
  });

  it('fail their own requests only', async () => {
    const scene = new Scene();
    const first = scene.get('a');
    await scene.hasBegun(1);
    const second = scene.get('a');
    await scene.hasBegun(2);
    scene.end(true);
    await expect(first).rejects.toThrow('a1 is lost');
    scene.end();
    expect(await second).toBe('a2');
  });
});
