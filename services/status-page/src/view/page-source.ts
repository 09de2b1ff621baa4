import type { MonitorState, StatusIncidentImpact, StatusIncidentState, StatusPageTheme } from '@vedette/contract';
import type { Span } from '../windows/recurrence.ts';

/** All data from the tables that a page is made of. */
export interface PageSource {
  readonly organizationId: string;
  readonly page: {
    readonly id: string;
    readonly slug: string;
    /** Null unless the page may be served on this host. */
    readonly host: string | null;
    /** True if an edge may obtain a certificate for the host. */
    readonly mayHaveCertificate: boolean;
    readonly name: string;
    readonly description: string | null;
    readonly theme: StatusPageTheme;
    readonly accentColor: string | null;
    readonly timezone: string;
  };
  readonly logo: SourceLogo | null;
  readonly components: readonly SourceComponent[];
  readonly incidents: readonly SourceIncident[];
  readonly windows: readonly SourceWindow[];
}

export interface SourceLogo {
  /** Where it was fetched from. */
  readonly url: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export interface SourceComponent {
  readonly id: string;
  readonly monitorId: string;
  readonly name: string;
  readonly description: string | null;
  readonly group: string | null;
  readonly monitorState: MonitorState | undefined;
  readonly isInMaintenance: boolean;
}

export interface SourceIncident {
  readonly id: string;
  readonly title: string;
  readonly state: StatusIncidentState;
  readonly impact: StatusIncidentImpact;
  readonly monitorIds: readonly string[];
  readonly startedAt: Date;
  readonly resolvedAt: Date | null;
  readonly updatedAt: Date;
  /** The number of all updates; `updates` may hold fewer. */
  readonly updateCount: number;
  /** Newest first. */
  readonly updates: readonly SourceUpdate[];
}

export interface SourceUpdate {
  readonly id: string;
  readonly state: StatusIncidentState;
  readonly message: string;
  readonly html: string;
  readonly createdAt: Date;
}

/** A window on the page with its current or next occurrence, or with a past occurrence. */
export interface SourceWindow extends Span {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly state: 'ACTIVE' | 'SCHEDULED' | 'OVER';
  readonly frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY' | null;
  readonly monitorIds: readonly string[];
  readonly updatedAt: Date;
}
