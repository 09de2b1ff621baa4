// Runs a bundled program to its end and keeps its code as compiled by then, which includes the functions that loading it
// calls. Node's own cache has none of these: node compile-program.ts <program> <argument>…

import { writeFileSync } from 'node:fs';
import { compiledCodeOf, runScriptOf, scriptOf } from './compiled-code.ts';

const [program = '', ...args] = process.argv.slice(2);
process.argv = [process.execPath, program, ...args];
const script = scriptOf(program);
process.on('exit', () => writeFileSync(compiledCodeOf(program), script.createCachedData()));
runScriptOf(program, script);
