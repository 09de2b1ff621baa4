import { beforeAll, describe, expect, it } from '@jest/globals';
import { inRepository } from '@vedette/test-kit';
import { execFileSync } from 'node:child_process';
import { parseAllDocuments } from 'yaml';
import { documentsOf, LABELS, type DomainDocument } from '../domains/listener-sets.ts';
import { render, renderWith } from './support/kustomize.ts';
import { find, type Manifest } from './support/manifest.ts';
import { schemaFaults } from './support/schema.ts';

interface Listener {
  readonly name: string;
  readonly hostname?: string;
  readonly tls?: { readonly certificateRefs: readonly { readonly name: string }[] };
}

interface Gateway extends Manifest {
  readonly spec: { readonly allowedListeners?: object; readonly listeners: readonly Listener[] };
}

interface Parent {
  readonly kind: string;
  readonly name: string;
  readonly sectionName: string;
}

interface Route extends DomainDocument {
  readonly spec: { readonly hostnames: readonly string[]; readonly parentRefs: readonly Parent[] };
}

const LONG = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`;
const HOSTS = ['status.acme.example', 'xn--sttus-hra.example.com', LONG];

let gateway: Gateway;

beforeAll(async () => {
  gateway = find(await renderWith('overlays/production', 'custom-domains'), 'Gateway', 'public') as Gateway;
}, 90_000);

describe('the Gateway', () => {
  it('takes ListenerSets of its own namespace where the operator wants custom domains, and none otherwise', async () => {
    expect(gateway.spec.allowedListeners).toEqual({ namespaces: { from: 'Same' } });
    expect(schemaFaults(gateway)).toEqual([]);
    const without = find(await render('overlays/production'), 'Gateway', 'public') as Gateway;
    expect(without.spec.allowedListeners).toBeUndefined();
  }, 90_000);
});

describe.each(HOSTS)('the documents of %s', (host) => {
  const documents = documentsOf(host);
  const [set, ...routes] = documents as [
    DomainDocument & { spec: { parentRef: Parent; listeners: Listener[] } },
    ...Route[],
  ];

  it('fit their schemas, and have names that Kubernetes takes', () => {
    for (const document of documents) {
      expect(schemaFaults(document as unknown as Manifest)).toEqual([]);
      expect(document.metadata).toMatchObject({ namespace: 'vedette', labels: LABELS });
      expect(document.metadata.name).toMatch(/^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])$/);
    }
  });

  it('give it a listener of our Gateway, whose certificate comes from our issuer', () => {
    expect(set.kind).toBe('ListenerSet');
    expect(set.spec.parentRef).toMatchObject({ kind: 'Gateway', name: gateway.metadata.name });
    expect(set.metadata).toMatchObject({ annotations: { 'cert-manager.io/issuer': 'public' } });
    expect(set.spec.listeners).toMatchObject([{ hostname: host, protocol: 'HTTPS', port: 443 }]);
    const taken = gateway.spec.listeners.flatMap(({ tls }) => tls?.certificateRefs.map(({ name }) => name) ?? []);
    expect(taken).not.toContain(set.spec.listeners[0]?.tls?.certificateRefs[0]?.name);
  });

  it('lead it to the pages over TLS, and to TLS without it', () => {
    expect(routes.map(({ spec }) => spec.hostnames)).toEqual([[host], [host]]);
    const [toPages, toHttps] = routes.map(({ spec }) => spec.parentRefs);
    expect(toPages).toMatchObject([{ kind: 'ListenerSet', name: set.metadata.name, sectionName: 'https' }]);
    expect(toHttps).toMatchObject([{ kind: 'Gateway', name: 'public', sectionName: 'http' }]);
    expect(gateway.spec.listeners.find(({ name }) => name === 'http')?.hostname).toBeUndefined();
    expect(routes[0]?.spec).toMatchObject({ rules: [{ backendRefs: [{ name: 'status-page', port: 80 }] }] });
  });
});

describe('the program that prints them', () => {
  it('reads what status-page answers, and names each document differently', () => {
    const printed = execFileSync(
      process.execPath,
      ['--conditions=source', inRepository('k8s/domains/listener-sets.ts')],
      {
        input: JSON.stringify({ domains: HOSTS }),
        encoding: 'utf8',
      },
    );
    const documents = parseAllDocuments(printed).map((document) => document.toJS() as DomainDocument);
    expect(documents).toEqual(HOSTS.flatMap(documentsOf));
    expect(new Set(documents.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).size).toBe(9);
  });
});
