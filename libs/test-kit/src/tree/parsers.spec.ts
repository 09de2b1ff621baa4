import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { inRepository } from '../repository.ts';

const PAGES = 'services/status-page/src';

/** The files that import a value, and not only a type, under this name from this module. */
function importersOf(name: string, module: string): string[] {
  const imported = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '[^']*/${module}'`);
  const typeAlone = new RegExp(`\\btype ${name}\\b`);
  return globSync('**/*.ts', { cwd: inRepository(PAGES) })
    .filter((file) => !file.endsWith('.spec.ts'))
    .filter((file) => {
      const [statement] = imported.exec(readFileSync(inRepository(`${PAGES}/${file}`), 'utf8')) ?? [];
      return statement !== undefined && !typeAlone.test(statement);
    })
    .map((file) => basename(file));
}

describe('the parsers of text and bytes from customers', () => {
  it.each([
    { name: 'imageType', module: 'logo-image.ts' },
    { name: 'messageHtml', module: 'message-html.ts' },
  ])('$name is one of the tasks of the parser thread and nothing else', ({ name, module }) => {
    expect(importersOf(name, module)).toEqual(['parsing-task.ts']);
  });

  it('run in the parser thread, never in the thread that serves the pages', () => {
    expect(importersOf('parse', 'parsing-task.ts')).toEqual(['parser.thread.ts']);
  });
});
