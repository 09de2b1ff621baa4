import { find, type Manifest } from './manifest.ts';

export interface Trigger {
  readonly type: string;
  readonly metricType?: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly authenticationRef?: { readonly name: string };
}

export interface ScaledObject extends Manifest {
  readonly spec: {
    readonly scaleTargetRef: { readonly name: string };
    readonly minReplicaCount: number;
    readonly maxReplicaCount: number;
    readonly fallback: { readonly replicas: number; readonly behavior: string };
    readonly triggers: readonly Trigger[];
  };
}

export function scaledObjectsIn(manifests: readonly Manifest[]): ScaledObject[] {
  return manifests.filter((each): each is ScaledObject => each.kind === 'ScaledObject');
}

/** The triggers of a ScaledObject, all or those of one type. */
export function triggersOf(manifests: readonly Manifest[], name: string, type?: string): Trigger[] {
  const { triggers } = (find(manifests, 'ScaledObject', name) as ScaledObject).spec;
  return triggers.filter((trigger) => type === undefined || trigger.type === type);
}
