// Decides where messages point to in the console.

export function monitorUrl(consoleUrl: string, organizationId: string, monitorId: string): string {
  return new URL(`console/o/${organizationId}/monitors/${monitorId}`, `${consoleUrl}/`).href;
}

export function incidentUrl(consoleUrl: string, organizationId: string, incidentId: string): string {
  return new URL(`console/o/${organizationId}/incidents/${incidentId}`, `${consoleUrl}/`).href;
}
