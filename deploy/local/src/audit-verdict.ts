// Decides what an audit of the dependencies says: nothing known, vulnerabilities to act on, or no answer.

export interface Advisory {
  readonly module_name: string;
  readonly severity: string;
  readonly title: string;
}

interface AuditReport {
  readonly advisories?: Readonly<Record<string, Advisory>>;
  readonly metadata?: { readonly vulnerabilities?: Readonly<Record<string, number>> };
}

export type AuditVerdict =
  | { readonly kind: 'clean' }
  | { readonly kind: 'vulnerable'; readonly known: readonly string[] }
  /** The registry was not reached, or has no audit: a private mirror often has none. */
  | { readonly kind: 'no-answer' };

const ACTED_ON: readonly string[] = ['high', 'critical'];

/** `printed` is what `pnpm audit --json` has printed. An error names the registry, so nothing of it is passed on. */
export function auditVerdict(printed: string): AuditVerdict {
  const { advisories = {}, metadata } = parsed(printed);
  if (metadata?.vulnerabilities === undefined) return { kind: 'no-answer' };
  const known = Object.values(advisories)
    .filter(({ severity }) => ACTED_ON.includes(severity))
    .map(({ module_name: name, severity, title }) => `${name} (${severity}): ${title}`);
  const count = ACTED_ON.reduce((sum, severity) => sum + (metadata.vulnerabilities?.[severity] ?? 0), 0);
  if (known.length > 0) return { kind: 'vulnerable', known: [...new Set(known)].toSorted() };
  return count === 0 ? { kind: 'clean' } : { kind: 'vulnerable', known: [`${count} without a description`] };
}

function parsed(printed: string): AuditReport {
  try {
    const report: unknown = JSON.parse(printed);
    return typeof report === 'object' && report !== null ? report : {};
  } catch {
    return {};
  }
}
