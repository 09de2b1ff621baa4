// Prints the example of Secrets with random values in place of its placeholders, in base64:
//   node --conditions=source k8s/secrets/fill.ts > secrets.yaml

import { scriptOptions } from '@vedette/local-stores';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The same placeholder gets the same value wherever it stands: a password belongs to a service and to its store. */
export function filled(example: string): string {
  const values = new Map<string, string>();
  return example.replaceAll(/\bREPLACE_\w+/g, (placeholder) => {
    const value = values.get(placeholder) ?? randomValue(placeholder);
    values.set(placeholder, value);
    return value;
  });
}

/** Passwords start with a letter, because NATS reads digits as a number. */
function randomValue(placeholder: string): string {
  return placeholder.endsWith('_KEY') ? randomBytes(32).toString('base64') : `vp_${randomBytes(24).toString('hex')}`;
}

/**
 * The API server turns `stringData` into `data` and never returns it, so `kubectl apply` would change such a Secret every time,
 * and would not remove a key.
 */
export function encoded(secrets: string): string {
  return secrets
    .replaceAll(/^stringData:$/gm, 'data:')
    .replaceAll(/^ {2}(\w+): (.*)$/gm, (_, key: string, value: string) => `  ${key}: ${base64(value)}`);
}

function base64(scalar: string): string {
  const text = scalar === "''" ? '' : scalar;
  return text === '' ? "''" : Buffer.from(text).toString('base64');
}

if (import.meta.main) {
  scriptOptions('run kube-secrets', {});
  process.stdout.write(encoded(filled(readFileSync(new URL('example.yaml', import.meta.url), 'utf8'))));
}
