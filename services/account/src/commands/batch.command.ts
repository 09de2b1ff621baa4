import { command, refuse } from '../cli/command.ts';

export const batchCommand = command({
  name: 'batch',
  about: 'Run many commands, which are read from standard input',
  details:
    'Each line is a JSON array with the words of one command: ["org","create","--name","Acme"]. Each is answered by a line: {"exitCode":0,"answer":...} with what the command prints with --json, or {"exitCode":1,"error":"..."}. A command that fails does not stop the next ones.',
  example: 'batch',
  options: {},
  run: async (_, { batch }) =>
    batch === undefined ? refuse('A batch cannot run another batch.') : { kind: 'batch', answers: batch() },
});
