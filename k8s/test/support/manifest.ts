/** One rendered document, as far as its kind does not matter. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Labels;
  };
  readonly [field: string]: unknown;
}

export type Labels = Readonly<Record<string, string>>;

export function nameOf({ kind, metadata }: Manifest): string {
  return `${kind} ${metadata.namespace ?? ''}/${metadata.name}`;
}

interface KeyRef {
  readonly name: string;
  readonly key: string;
  readonly optional?: boolean;
}

export interface EnvVariable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly configMapKeyRef?: KeyRef;
    readonly secretKeyRef?: KeyRef;
    readonly fieldRef?: { readonly fieldPath: string };
  };
}

export interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string | number };
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly EnvVariable[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly resources: Readonly<Record<'requests' | 'limits', Readonly<Record<'cpu' | 'memory', string | number>>>>;
  readonly securityContext: unknown;
  readonly startupProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly lifecycle?: { readonly preStop: { readonly sleep: { readonly seconds: number } } };
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
}

export interface PodSpec {
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly serviceAccountName: string;
  readonly priorityClassName?: string;
  readonly automountServiceAccountToken: boolean;
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly topologySpreadConstraints?: readonly {
    readonly topologyKey: string;
    readonly labelSelector: { readonly matchLabels: Labels };
  }[];
  readonly volumes?: readonly { readonly name: string }[];
}

export interface Workload extends Manifest {
  readonly spec: {
    readonly replicas?: number;
    readonly selector?: { readonly matchLabels: Labels };
    readonly template: { readonly metadata: { readonly labels: Labels }; readonly spec: PodSpec };
  };
}

export function workloads(manifests: readonly Manifest[], kind: 'Deployment' | 'Job' | 'StatefulSet'): Workload[] {
  return manifests.filter((manifest): manifest is Workload => manifest.kind === kind);
}

export function find(manifests: readonly Manifest[], kind: string, name: string): Manifest {
  const found = manifests.find((each) => each.kind === kind && each.metadata.name === name);
  if (found === undefined) throw new Error(`There is no ${kind} ${name}`);
  return found;
}

/** What a Deployment, or another workload, gives its pods. */
export function podSpecOf({ spec }: Workload): PodSpec {
  return spec.template.spec;
}

export function deploymentOf(manifests: readonly Manifest[], service: string): Workload {
  const found = workloads(manifests, 'Deployment').find(({ metadata }) => metadata.name === service);
  if (found === undefined) throw new Error(`There is no Deployment ${service}`);
  return found;
}

export function containerOf(workload: Workload): Container {
  const [container, ...others] = podSpecOf(workload).containers;
  if (container === undefined || others.length > 0) throw new Error(`${nameOf(workload)} has not one container`);
  return container;
}
