#!/bin/sh
# Replaces the Cluster, its volumes included, by one that CloudNativePG fills from the object store, as
# k8s/restore/postgres/kustomization.yaml says.
set -eu

if [ "$(kubectl kustomize k8s/restore/postgres | grep -o 'serverName: .*' | sort -u | wc -l)" -ne 2 ]; then
  echo 'Raise serverName in k8s/stores/postgres.yaml first: a restored Cluster needs an archive of its own' >&2
  exit 1
fi
kubectl -n vedette-stores delete cluster.postgresql.cnpg.io vedette --ignore-not-found
kubectl -n vedette-stores wait --for=delete persistentvolumeclaim --selector=cnpg.io/cluster=vedette --timeout=5m
kubectl apply -k k8s/restore/postgres
