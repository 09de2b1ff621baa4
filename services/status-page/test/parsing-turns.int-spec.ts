import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiError } from '@vedette/contract';
import { PARSING_BOUNDS, type ParsingLane } from '../src/parsing/parsing-turns.ts';
import { ParserThread } from '../src/parsing/parser-thread.ts';
import { startSuite, type Suite } from './support/suite.ts';

const PREVIEWS = 150;
/** Takes long to parse. */
const SLOW = '-|\n'.repeat(3_333);

let suite: Suite;
let parser: ParserThread;

beforeAll(async () => {
  suite = await startSuite();
  parser = suite.service.get(ParserThread);
  // Loads the thread, from its source.
  await parser.parse('messageHtml', 'first', { organizationId: 'first', lane: 'preview', deadlineAt: Infinity });
});
afterAll(() => suite.stop());

/** Asks for messages, each named by its organization, and records the order in which they are rendered or refused. */
class Scene {
  readonly rendered: string[] = [];
  readonly refused: { readonly name: string; readonly error: unknown }[] = [];
  readonly #asked: Promise<unknown>[] = [];

  ask(name: string, lane: ParsingLane, { message = name, deadlineAt = Date.now() + 60_000 } = {}): void {
    const order = { organizationId: name.slice(0, 1), lane, deadlineAt };
    const asked = parser.parse('messageHtml', message, order).then(
      () => this.rendered.push(name),
      (error: unknown) => this.refused.push({ name, error }),
    );
    this.#asked.push(asked);
  }

  async ended(): Promise<void> {
    await Promise.all(this.#asked);
  }
}

describe('messages that are rendered', () => {
  it('take turns: beside 150 previews of one organization, another one’s publication and preview are next', async () => {
    const scene = new Scene();
    for (let i = 1; i <= PREVIEWS; i += 1) scene.ask(`a${i}`, 'preview');
    scene.ask('b preview', 'preview');
    scene.ask('b publication', 'publication');
    await scene.ended();
    const { ofEach } = PARSING_BOUNDS.preview;
    // The first one is under way when the others come.
    expect(scene.rendered.slice(0, 4)).toEqual(['a1', 'b publication', 'a2', 'b preview']);
    expect(scene.rendered).toHaveLength(ofEach + 3);
    expect(scene.refused.map(({ name }) => name)).toEqual(
      Array.from({ length: PREVIEWS - ofEach - 1 }, (_, i) => `a${i + ofEach + 2}`),
    );
    for (const { error } of scene.refused) expect(error).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 });
  });

  it('are refused, and not begun, if they would wait until it is too late for their answer', async () => {
    const scene = new Scene();
    for (const name of ['a slow', 'c slow', 'd slow']) scene.ask(name, 'preview', { message: SLOW });
    scene.ask('b late', 'preview', { deadlineAt: Date.now() + 100 });
    scene.ask('b over', 'publication', { deadlineAt: Date.now() - 1 });
    scene.ask('b in time', 'preview');
    await scene.ended();
    expect(scene.rendered).toEqual(['a slow', 'c slow', 'd slow', 'b in time']);
    expect(scene.refused.map(({ name }) => name).toSorted()).toEqual(['b late', 'b over']);
    for (const { error } of scene.refused) expect(error).toBeInstanceOf(ApiError);
  });
});

describe('150 previews of an organization at once', () => {
  it('are answered or refused as its surplus, and another organization’s preview and publication are answered', async () => {
    const [busy, other] = [suite.organization(), suite.organization()];
    const page = await other.call('createStatusPage', { body: { name: 'Other', slug: 'other' } });
    const codes: unknown[] = [];
    const previews = Array.from({ length: PREVIEWS }, () =>
      busy.call('createMarkdownPreview', { body: { message: SLOW } }).then(
        () => codes.push('answered'),
        (error: unknown) => codes.push(error instanceof ApiError ? [error.code, error.retryAfterSeconds] : error),
      ),
    );
    const [preview, incident] = await Promise.all([
      other.call('createMarkdownPreview', { body: { message: '**Soon**' } }),
      other.call('createStatusIncident', { body: { title: 'Trouble', message: '**Now**', statusPageIds: [page.id] } }),
    ]);
    expect(preview.html).toBe('<p><strong>Soon</strong></p>\n');
    expect(incident).toMatchObject({ title: 'Trouble' });
    await Promise.all(previews);
    const answered = codes.filter((code) => code === 'answered');
    expect(answered.length).toBeGreaterThan(0);
    expect(codes.filter((code) => code !== 'answered')).toEqual(
      Array.from({ length: PREVIEWS - answered.length }, () => ['rate_limited', 1]),
    );
  });
});
