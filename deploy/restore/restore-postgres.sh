#!/bin/sh
# Puts a base backup where a stopped PostgreSQL server has its data. When the server is started, it applies the archived WAL.
#   restore-postgres.sh BACKUP ARCHIVE DATA [TIME]
# DATA must not exist: move lost or damaged data away first. TIME is a moment such as '2026-01-31 12:00:00+00'; without it, the
# archive is applied to its end.
set -eu
usage='usage: restore-postgres.sh BACKUP ARCHIVE DATA [TIME]'
backup=${1:?$usage} archive=${2:?$usage} data=${3:?$usage} time=${4:-}

if [ -e "$data" ]; then
  echo "$data exists: move it away first" >&2
  exit 1
fi
cp -R -p "$backup" "$data"
{
  echo "restore_command = 'cp \"$archive/%f\" \"%p\"'"
  echo "recovery_target_action = 'promote'"
  echo "recovery_target_time = '$time'"
} >>"$data/postgresql.auto.conf"
: >"$data/recovery.signal"
