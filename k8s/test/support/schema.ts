import { Cluster, Database, ScheduledBackup } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1';
import { Gateway, HTTPRoute, ListenerSet } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1';
import { ScaledObject, TriggerAuthentication } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import {
  PodMonitor,
  PrometheusRule,
  ServiceMonitor,
} from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { PriorityClass } from 'kubernetes-models/scheduling.k8s.io/v1';
import { ConfigMap, Namespace, Secret, Service, ServiceAccount } from 'kubernetes-models/v1';
import type { Manifest } from './manifest.ts';

interface Model {
  validate(): void;
}

interface ModelClass {
  readonly apiVersion: string;
  readonly kind: string;
  new (data?: never): Model;
}

const MODELS: readonly ModelClass[] = [
  Cluster,
  ConfigMap,
  Database,
  Deployment,
  Gateway,
  HorizontalPodAutoscaler,
  HTTPRoute,
  Job,
  ListenerSet,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  PodMonitor,
  PriorityClass,
  PrometheusRule,
  ScaledObject,
  ScheduledBackup,
  Secret,
  Service,
  ServiceAccount,
  ServiceMonitor,
  StatefulSet,
  TriggerAuthentication,
];

/** The fields of cert-manager's documents as far as ours use them: no package has its models. */
const CERT_MANAGER: Readonly<Record<string, RegExp>> = {
  Certificate:
    /^spec(\.(isCA|commonName|secretName|duration|renewBefore|usages(\.\d+)?|dnsNames(\.\d+)?|privateKey(\.(algorithm|size|rotationPolicy))?|issuerRef(\.(group|kind|name))?))?$/,
  Issuer:
    /^spec(\.acme(\.(server|email|privateKeySecretRef(\.name)?|solvers(\.0(\.http01(\.gatewayHTTPRoute(\.parentRefs(\.0(\.(group|name|kind|sectionName))?)?)?)?)?)?))?)?$/,
  ClusterIssuer: /^spec(\.(selfSigned|ca(\.secretName)?))?$/,
};

/** What the real schema of its kind has against a document: wrong and missing fields, and fields that it does not know. */
export function schemaFaults(manifest: Manifest): string[] {
  const found = MODELS.find(({ apiVersion, kind }) => apiVersion === manifest.apiVersion && kind === manifest.kind);
  const fields = manifest.apiVersion === 'cert-manager.io/v1' ? CERT_MANAGER[manifest.kind] : undefined;
  if (fields !== undefined) return unknownFields(pathsIn({ spec: manifest['spec'] }, []), (path) => fields.test(path));
  if (found === undefined) return [`there is no schema for ${manifest.apiVersion} ${manifest.kind}`];
  const read = new Set<string>();
  try {
    watched(Object.assign(new found(), manifest), [], read).validate();
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  return unknownFields(pathsIn(manifest, []), (path) => read.has(path));
}

function unknownFields(paths: readonly string[], isKnown: (path: string) => boolean): string[] {
  return paths.filter((path) => !isKnown(path)).map((path) => `${path} is not known to the schema`);
}

/**
 * The validators are compiled from the schemas and look at every field that these know, and only at those: a field that was
 * never looked at is unknown.
 */
function watched<T extends object>(value: T, path: readonly string[], read: Set<string>): T {
  return new Proxy(value, {
    get: (target, key, receiver) => {
      const field: unknown = Reflect.get(target, key, receiver);
      if (typeof key === 'symbol' || !Object.hasOwn(target, key)) return field;
      const fieldPath = [...path, key];
      read.add(fieldPath.join('.'));
      return typeof field === 'object' && field !== null ? watched(field, fieldPath, read) : field;
    },
  });
}

function pathsIn(value: object, path: readonly string[]): string[] {
  return Object.entries(value).flatMap(([key, field]: [string, unknown]) => {
    const fieldPath = [...path, key];
    const inner = typeof field === 'object' && field !== null ? pathsIn(field, fieldPath) : [];
    return inner.concat(fieldPath.join('.'));
  });
}
