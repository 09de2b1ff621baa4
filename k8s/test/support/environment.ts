import { inRepository } from '@vedette/test-kit';
import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import type { Variables } from '../../../deploy/test/support/service-variables.ts';
import { filled } from '../../secrets/fill.ts';
import type { Container, EnvVariable, Manifest } from './manifest.ts';

interface Secret extends Manifest {
  readonly stringData: Variables;
}

export const EXAMPLE = readFileSync(inRepository('k8s/secrets/example.yaml'), 'utf8');

/** The Secrets that an operator is told to make. */
export const exampleSecrets = secretsIn(EXAMPLE);
/** The same as the operator makes them. */
export const filledSecrets = secretsIn(filled(EXAMPLE));

/** Everything that a rendering refers to and that nobody would find. */
export interface Missing {
  readonly container: string;
  readonly reference: string;
}

export interface Environment {
  readonly variables: Variables;
  readonly missing: readonly Missing[];
}

/** How Kubernetes refers to a variable that stands before in the same list. */
const REFERENCE = /\$\((\w+)\)/g;

/**
 * What a container would find in its environment, with the Secrets as filled in. Variables that are only parts of others are
 * left out.
 */
export function environmentOf(container: Container, namespace: string, manifests: readonly Manifest[]): Environment {
  const variables: Record<string, string> = {};
  const missing: Missing[] = [];
  const parts = new Set<string>();
  for (const variable of container.env ?? []) {
    const raw = valueOf(variable, namespace, manifests);
    const unknown = [...(raw?.matchAll(REFERENCE) ?? [])].filter(([, name = '']) => !(name in variables));
    if (raw === undefined || unknown.length > 0) {
      missing.push({ container: container.name, reference: JSON.stringify(variable) });
      continue;
    }
    variables[variable.name] = raw.replaceAll(REFERENCE, (_, name: string) => {
      parts.add(name);
      return variables[name] ?? '';
    });
  }
  const whole = Object.entries(variables).filter(([name]) => !parts.has(name));
  return { variables: Object.fromEntries(whole), missing };
}

/** The Secrets that a variable takes its value from, by itself or by its parts. */
export function secretsBehind({ env = [] }: Container, name: string): string[] {
  const variable = env.find((each) => each.name === name);
  const own = variable?.valueFrom?.secretKeyRef?.name;
  const parts = new Set([...(variable?.value?.matchAll(REFERENCE) ?? [])].map(([, part = '']) => part));
  const ofParts = env
    .filter((each) => parts.has(each.name))
    .flatMap((each) => each.valueFrom?.secretKeyRef?.name ?? []);
  return own === undefined ? ofParts : [own];
}

function secretsIn(text: string): Secret[] {
  return parseAllDocuments(text).map((document) => document.toJS() as Secret);
}

function valueOf({ value, valueFrom }: EnvVariable, namespace: string, manifests: readonly Manifest[]) {
  const { configMapKeyRef, secretKeyRef, fieldRef } = valueFrom ?? {};
  if (secretKeyRef !== undefined) {
    const secret = filledSecrets.find(({ metadata }) => isAt(metadata, secretKeyRef.name, namespace));
    return secret?.stringData[secretKeyRef.key];
  }
  if (configMapKeyRef !== undefined) {
    const map = manifests.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && isAt(metadata, configMapKeyRef.name, namespace),
    );
    return (map?.['data'] as Variables | undefined)?.[configMapKeyRef.key];
  }
  return fieldRef?.fieldPath ?? value;
}

function isAt(metadata: Manifest['metadata'], name: string, namespace: string): boolean {
  return metadata.name === name && metadata.namespace === namespace;
}
