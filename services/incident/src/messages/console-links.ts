// Decides where messages point to in the console.

export function incidentUrl(consoleUrl: string, organizationId: string, incidentId: string): string {
  return new URL(`console/o/${organizationId}/incidents/${incidentId}`, `${consoleUrl}/`).href;
}
