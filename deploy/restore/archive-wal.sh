#!/bin/sh
# Copies one WAL segment into the archive: archive_command = 'archive-wal.sh %p /the/archive/%f'. The rename makes sure that the
# archive never holds a part of a segment, and a segment is never replaced by another one.
set -eu
segment=${1:?usage: archive-wal.sh SEGMENT COPY}
copy=${2:?usage: archive-wal.sh SEGMENT COPY}

if [ -e "$copy" ]; then exec cmp "$segment" "$copy"; fi
cp "$segment" "$copy.part"
sync "$copy.part"
mv "$copy.part" "$copy"
