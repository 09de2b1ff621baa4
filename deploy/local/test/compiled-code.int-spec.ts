import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SERVICES } from '@vedette/local-stores';
import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { compiledCodeOf, scriptOf } from '../src/bundling/compiled-code.ts';
import { inRoot, ROOT } from '../src/program/paths.ts';

const run = (...args: string[]) => spawnSync(process.execPath, args, { env: {}, encoding: 'utf8' });
const programs = globSync('services/*/bundle/{main,cli}.cjs', { cwd: ROOT });

describe('a build', () => {
  it('makes a program of every service', () => {
    expect(new Set(programs.map((path) => path.split(sep)[1]))).toEqual(new Set(SERVICES));
  });

  it('leaves compiled code that Node takes when it is started without options, as services are', () => {
    const { stdout, stderr } = run(
      '--input-type=module',
      '--eval',
      `import { readFileSync } from 'node:fs';
       import { compiledCodeOf, scriptOf } from ${JSON.stringify(inRoot('deploy/local/src/bundling/compiled-code.ts'))};
       const isRefused = (path) => scriptOf(path, readFileSync(compiledCodeOf(path))).cachedDataRejected;
       console.log(JSON.stringify(process.argv.slice(1).filter((path) => isRefused(path) !== false)));`,
      ...programs.map((path) => inRoot(path)),
    );
    expect({ stdout, stderr }).toEqual({ stdout: '[]\n', stderr: '' });
  });
});

describe('a program', () => {
  let directory: string;
  let program: string;
  let start: string;

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'vedette-program-'));
    program = join(directory, 'main.cjs');
    start = join(directory, 'main.js');
    copyFileSync(inRoot('services/gateway/bundle/main.js'), start);
    writeFileSync(join(directory, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(directory, 'beside.cjs'), 'module.exports = "beside";');
  });
  afterAll(() => rmSync(directory, { recursive: true }));
  beforeEach(() => rmSync(compiledCodeOf(program), { force: true }));

  const compile = () => run(inRoot('deploy/local/src/bundling/compile-program.ts'), program, 'given');

  it('does the same with compiled code as without', () => {
    const own = '[__filename, __dirname, this === exports, exports === module.exports, process.argv.slice(1)]';
    writeFileSync(program, `console.log(JSON.stringify([require('./beside.cjs'), ...${own}]));`);
    const expected = ['beside', program, directory, true, true];
    expect(JSON.parse(run(start, 'one', 'two').stdout)).toEqual([...expected, [start, 'one', 'two']]);
    expect(JSON.parse(compile().stdout)).toEqual([...expected, [program, 'given']]);
    expect(JSON.parse(run(start, 'one', 'two').stdout)).toEqual([...expected, [start, 'one', 'two']]);
  });

  it('is compiled again if its code was compiled by another Node', () => {
    writeFileSync(program, 'console.log("done");');
    compile();
    const compiled = readFileSync(compiledCodeOf(program));
    // The second word of the head is a hash of the version of V8.
    compiled.fill(0, 4, 8);
    writeFileSync(compiledCodeOf(program), compiled);
    expect(scriptOf(program, compiled).cachedDataRejected).toBe(true);
    expect(run(start).stdout).toBe('done\n');
  });

  it('is compiled with the functions that loading it calls', () => {
    const idle = `function idle() { return ${JSON.stringify('x'.repeat(10_000))}; }`;
    writeFileSync(program, `${idle} if (process.argv.length > 3) idle();`);
    const without = compiledSize();
    writeFileSync(program, `${idle} if (process.argv.length > 2) idle();`);
    expect(compiledSize()).toBeGreaterThan(without + 10_000);
  });

  it('names lines of the source in its traces if Node is told to', () => {
    writeFileSync(program, 'throw new Error("broken");\n//# sourceMappingURL=main.cjs.map\n');
    writeFileSync(
      `${program}.map`,
      JSON.stringify({ version: 3, sources: ['source.ts'], names: [], mappings: 'AAEA' }),
    );
    compile();
    expect(run(start).stderr).toContain(`${program}:1`);
    expect(run('--enable-source-maps', start).stderr).toContain(`${join(directory, 'source.ts')}:3`);
  });

  function compiledSize(): number {
    compile();
    return readFileSync(compiledCodeOf(program)).length;
  }
});
