#!/bin/sh
# Deletes every stream, by giving the NATS servers new volumes. The streams hold messages from after the restored moment, or
# went with their volumes; services create them again.
set -eu
replicas=$(kubectl kustomize k8s/stores | sed -n '/^kind: StatefulSet$/,/^---$/s/^  replicas: //p')

kubectl -n vedette-stores scale statefulset nats --replicas=0
kubectl -n vedette-stores wait --for=delete pod --selector=app.kubernetes.io/name=nats --timeout=5m
kubectl -n vedette-stores delete persistentvolumeclaim --selector=app.kubernetes.io/name=nats
kubectl -n vedette-stores scale statefulset nats --replicas="$replicas"
