// One file for each kind: a folder would load hundreds of others.
import { Cluster } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1/Cluster';
import { Database } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1/Database';
import { ScheduledBackup } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1/ScheduledBackup';
import { Gateway } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/Gateway';
import { HTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRoute';
import { ListenerSet } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/ListenerSet';
import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import { TriggerAuthentication } from '@kubernetes-models/keda/keda.sh/v1alpha1/TriggerAuthentication';
import { PodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor';
import { PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule';
import { ServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { PriorityClass } from 'kubernetes-models/scheduling.k8s.io/v1/PriorityClass';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Namespace } from 'kubernetes-models/v1/Namespace';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
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
