// Decides where messages point to in the console.

export function monitorUrl(consoleUrl: string, organizationId: string, monitorId: string): string {
  return new URL(`console/o/${organizationId}/monitors/${monitorId}`, `${consoleUrl}/`).href;
}

export function incidentUrl(consoleUrl: string, organizationId: string, incidentId: string): string {
  return new URL(`console/o/${organizationId}/incidents/${incidentId}`, `${consoleUrl}/`).href;
}

export function incidentsUrl(consoleUrl: string, organizationId: string): string {
  return new URL(`console/o/${organizationId}/incidents`, `${consoleUrl}/`).href;
}

export function contactUrl(consoleUrl: string, organizationId: string, contactId: string): string {
  return new URL(`console/o/${organizationId}/contacts/${contactId}`, `${consoleUrl}/`).href;
}

/** The token is a fragment, so that it reaches no log and no referrer. */
export function acknowledgementUrl(consoleUrl: string, token: string): string {
  return new URL(`console/ack#${token}`, `${consoleUrl}/`).href;
}

/** Where the owner of a mail address agrees to be told. */
export function confirmationUrl(consoleUrl: string, token: string): string {
  return new URL(`console/confirm#${token}`, `${consoleUrl}/`).href;
}
