#!/bin/sh
# Deletes every stream of a stopped NATS server. The streams hold messages from after the restored moment; services create them
# again.
#   clear-streams.sh STORE_DIR   as in the server's configuration
set -eu

rm -rf "${1:?usage: clear-streams.sh STORE_DIR}/jetstream"
