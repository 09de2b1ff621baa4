// Decides what stands in the executable `vedette` that a start leaves in the folder of its stack.
import { relative } from 'node:path';
import { quote } from '../program/shell-quote.ts';

/**
 * A stack inside its checkout is moved together with it, so the file names the checkout by a relative path. Any other
 * stack is tied to the checkout that started it last.
 */
export function commandFile(state: string, checkout: string): string {
  const path = relative(checkout, state);
  const isInside = path !== '' && path !== '..' && !path.startsWith('../');
  const root = isInside ? `"$state"/${quote(relative(state, checkout))}` : quote(checkout);
  return [
    '#!/bin/sh',
    '# The command line of the operator, for the stack of this folder. Every start writes this file anew.',
    'state=$(dirname -- "$(readlink -f -- "$0")")',
    `program=${root}/deploy/local/vedette.sh`,
    'if [ ! -x "$program" ]; then',
    '  echo "There is no checkout of Vedette at ${program%/deploy/*}: start this stack once from where it is now." >&2',
    '  exit 1',
    'fi',
    'export VEDETTE_STATE_DIRECTORY="$state"',
    'exec "$program" "$@"',
    '',
  ].join('\n');
}
