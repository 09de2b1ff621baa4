#!/bin/sh
# Takes a base backup of a PostgreSQL server and verifies it. Every moment between its end and the end of the archived WAL can be
# restored from it. PGHOST, PGPORT, PGUSER and PGPASSWORD say where the server is.
#   back-up-postgres.sh DIRECTORY   a directory that does not exist yet
set -eu
directory=${1:?usage: back-up-postgres.sh DIRECTORY}

pg_basebackup --pgdata="$directory" --checkpoint=fast --wal-method=stream
pg_verifybackup "$directory"
