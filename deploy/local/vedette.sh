#!/bin/sh
# Runs the operator's command line against the local stack, or against DATABASE_URL. It is a shell script because a
# second start of Node would take as long as the command itself.
set -eu

checkout=$(dirname -- "$(readlink -f -- "$0")")/../..
state=${VEDETTE_STATE_DIRECTORY:-.vedette}
case $state in /*) ;; *) state=$checkout/$state ;; esac
cli=$checkout/services/account/bundle/cli.js
node=$checkout/node_modules/node/bin/node

if [ -z "${DATABASE_URL:-}" ]; then
  if [ -f "$state/env" ]; then
    set -a
    . "$state/env"
    CONSOLE_PUBLIC_URL=$VEDETTE_CONSOLE_URL
    set +a
  else
    case " $* " in
      '  ' | *' --help '* | *' -h '* | *' help '* | *' --version '* | *' -V '*) ;;
      *)
        echo 'No local stack is running: start it with `npx -y pnpm start`, or set DATABASE_URL.' >&2
        exit 1
        ;;
    esac
  fi
fi

# Standard output belongs to the command: it may be JSON for a program.
[ -f "$cli" ] || "$node" --conditions=source "$checkout/deploy/local/src/build.ts" >&2
exec "$node" "$cli" "$@"
