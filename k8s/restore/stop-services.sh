#!/bin/sh
# Stops every service and notes how many replicas each had. KEDA is paused, because it would start them again; a
# HorizontalPodAutoscaler does not act on a Deployment with 0 replicas. May be run again.
set -eu

kubectl -n vedette annotate scaledobject --all --overwrite autoscaling.keda.sh/paused-replicas=0
kubectl -n vedette get deployment --output='jsonpath={range .items[*]}{.metadata.name} {.spec.replicas}{"\n"}{end}' |
  while read -r name replicas; do
    [ "$replicas" -gt 0 ] || continue
    kubectl -n vedette annotate deployment "$name" --overwrite "vedette/replicas-before-restore=$replicas"
  done
kubectl -n vedette scale deployment --all --replicas=0
kubectl -n vedette wait --for=delete pod --selector='app.kubernetes.io/part-of=vedette,app.kubernetes.io/name!=migrate' --timeout=5m
