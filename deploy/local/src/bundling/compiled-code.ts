import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';

/** The file with the compiled code of a program. It suits one version of Node on one architecture. */
export function compiledCodeOf(program: string): string {
  return `${program}.${process.version}-${process.arch}.compiled`;
}

/** A bundled program in the function that Node puts around CommonJS. Without compiled code, Node compiles it. */
export function scriptOf(program: string, compiled?: Buffer): Script {
  // Bundles are ASCII, which is read fastest as this.
  const text = readFileSync(program, 'latin1');
  return new Script(`(function (exports, require, module, __filename, __dirname) { ${text}\n})`, {
    filename: program,
    ...(compiled !== undefined && { cachedData: compiled }),
  });
}

export function runScriptOf(program: string, script: Script): void {
  const run = script.runInThisContext() as (...given: unknown[]) => void;
  const module = { exports: {} };
  run.call(module.exports, module.exports, createRequire(program), module, program, dirname(program));
}
