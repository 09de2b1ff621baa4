#!/bin/sh
# Starts what stop-services.sh has stopped, with as many replicas as before, and lets KEDA scale again.
#   start-services.sh [OVERLAY]   k8s/overlays/production when left out
set -eu
overlay=${1:-k8s/overlays/production}

# The restored schemas may be older than the images: a Job that has finished must run again.
kubectl -n vedette delete job --selector=app.kubernetes.io/name=migrate --ignore-not-found
kubectl apply -k "$overlay"
kubectl -n vedette get deployment --output='jsonpath={range .items[*]}{.metadata.name} {.metadata.annotations.vedette/replicas-before-restore}{"\n"}{end}' |
  while read -r name replicas; do
    [ -n "$replicas" ] || continue
    kubectl -n vedette scale deployment "$name" --replicas="$replicas"
    kubectl -n vedette annotate deployment "$name" vedette/replicas-before-restore-
  done
kubectl -n vedette annotate scaledobject --all autoscaling.keda.sh/paused-replicas-
