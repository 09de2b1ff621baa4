#!/bin/sh
# Takes a base backup of PostgreSQL now, besides the one of every night.
set -eu

kubectl create -f - <<'YAML'
apiVersion: postgresql.cnpg.io/v1
kind: Backup
metadata: { generateName: vedette-, namespace: vedette-stores }
spec:
  cluster: { name: vedette }
  method: plugin
  pluginConfiguration: { name: barman-cloud.cloudnative-pg.io }
YAML
