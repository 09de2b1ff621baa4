import { inRepository } from '@vedette/test-kit';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import type { Variables } from '../../../deploy/test/support/service-variables.ts';
import type { Container, EnvVariable, Manifest } from './manifest.ts';

interface Secret extends Manifest {
  readonly stringData: Variables;
}

/** The Secrets that an operator is told to make. */
export const exampleSecrets = parseAllDocuments(readFileSync(inRepository('k8s/secrets.example.yaml'), 'utf8')).map(
  (document) => document.toJS() as Secret,
);

const SOME_KEY = randomBytes(32).toString('base64');

/** Everything that a rendering refers to and that nobody would find. */
export interface Missing {
  readonly container: string;
  readonly reference: string;
}

export interface Environment {
  readonly variables: Variables;
  readonly missing: readonly Missing[];
}

/** What a container would find in its environment, with the Secrets of the example. */
export function environmentOf(container: Container, namespace: string, manifests: readonly Manifest[]): Environment {
  const variables: Record<string, string> = {};
  const missing: Missing[] = [];
  for (const variable of container.env ?? []) {
    const value = valueOf(variable, namespace, manifests);
    if (value !== undefined) variables[variable.name] = value;
    else missing.push({ container: container.name, reference: JSON.stringify(variable) });
  }
  return { variables, missing };
}

function valueOf({ value, valueFrom }: EnvVariable, namespace: string, manifests: readonly Manifest[]) {
  const { configMapKeyRef, secretKeyRef } = valueFrom ?? {};
  if (secretKeyRef !== undefined) {
    const secret = exampleSecrets.find(({ metadata }) => isAt(metadata, secretKeyRef.name, namespace));
    const example = secret?.stringData[secretKeyRef.key];
    // The example holds no key: one that everybody has would be none.
    return example === 'REPLACE' && secretKeyRef.key.endsWith('_SECRET_KEY') ? SOME_KEY : example;
  }
  if (configMapKeyRef !== undefined) {
    const map = manifests.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && isAt(metadata, configMapKeyRef.name, namespace),
    );
    return (map?.['data'] as Variables | undefined)?.[configMapKeyRef.key];
  }
  return value;
}

function isAt(metadata: Manifest['metadata'], name: string, namespace: string): boolean {
  return metadata.name === name && metadata.namespace === namespace;
}
