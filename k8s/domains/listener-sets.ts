// Prints what the Gateway needs for each custom domain of a status page: a ListenerSet, whose certificate cert-manager
// obtains, and two routes. Reads the answer of status-page's /custom-domains:
//   … | node --conditions=source k8s/domains/listener-sets.ts | kubectl apply --filename -

import { scriptOptions } from '@vedette/local-stores';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stringify } from 'yaml';

const API_VERSION = 'gateway.networking.k8s.io/v1';
const GATEWAY = { group: 'gateway.networking.k8s.io', kind: 'Gateway', name: 'public' };
/** By this label, `kubectl apply --prune` finds documents of domains that are gone. */
export const LABELS = { 'app.kubernetes.io/part-of': 'vedette', 'app.kubernetes.io/component': 'custom-domain' };
const ANY_PATH = [{ path: { type: 'PathPrefix', value: '/' } }];
const LONGEST_NAME = 253;

export interface DomainDocument {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: object;
}

/** Fields with defaults are written out: otherwise `kubectl apply` takes what the server added for a change, every time. */
export function documentsOf(host: string): DomainDocument[] {
  const metadata = { name: nameFor('domain', host), namespace: 'vedette', labels: LABELS };
  return [
    {
      apiVersion: API_VERSION,
      kind: 'ListenerSet',
      metadata: Object.assign({ annotations: { 'cert-manager.io/issuer': 'public' } }, metadata),
      spec: {
        parentRef: GATEWAY,
        listeners: [
          {
            name: 'https',
            hostname: host,
            protocol: 'HTTPS',
            port: 443,
            tls: {
              mode: 'Terminate',
              certificateRefs: [{ group: '', kind: 'Secret', name: nameFor('domain-tls', host) }],
            },
            allowedRoutes: { namespaces: { from: 'Same' } },
          },
        ],
      },
    },
    {
      apiVersion: API_VERSION,
      kind: 'HTTPRoute',
      metadata,
      spec: {
        parentRefs: [{ ...GATEWAY, kind: 'ListenerSet', name: metadata.name, sectionName: 'https' }],
        hostnames: [host],
        rules: [
          {
            matches: ANY_PATH,
            backendRefs: [{ group: '', kind: 'Service', name: 'status-page', port: 80, weight: 1 }],
            timeouts: { request: '10s' },
          },
        ],
      },
    },
    {
      apiVersion: API_VERSION,
      kind: 'HTTPRoute',
      metadata: { ...metadata, name: nameFor('domain-to-https', host) },
      spec: {
        parentRefs: [{ ...GATEWAY, sectionName: 'http' }],
        hostnames: [host],
        rules: [
          {
            matches: ANY_PATH,
            filters: [{ type: 'RequestRedirect', requestRedirect: { scheme: 'https', statusCode: 301 } }],
          },
        ],
      },
    },
  ];
}

/** A name in Kubernetes is no longer than a host, so the longest hosts are named by their hash. */
function nameFor(prefix: string, host: string): string {
  const name = `${prefix}-${host}`;
  return name.length <= LONGEST_NAME ? name : `${prefix}-${createHash('sha256').update(host).digest('hex')}`;
}

if (import.meta.main) {
  scriptOptions('run kube-domains', {});
  const { domains } = JSON.parse(readFileSync(0, 'utf8')) as { domains: string[] };
  const documents = domains.flatMap(documentsOf).map((document) => stringify(document));
  process.stdout.write(documents.join('---\n'));
}
