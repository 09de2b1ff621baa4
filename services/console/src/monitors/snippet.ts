// Decides how a request is written for scripts: as a command, in TypeScript, or as JSON.

export const SNIPPETS = ['curl', 'sdk', 'json'] as const;
export type Snippet = (typeof SNIPPETS)[number];

/** With an id the request changes a monitor, else it creates one. */
export function snippetOf(kind: Snippet, body: Record<string, unknown>, monitorId: string | undefined): string {
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
  const json = JSON.stringify(given, null, 2);
  switch (kind) {
    case 'json':
      return json;
    case 'sdk':
      return monitorId === undefined
        ? `await vedette.monitors.create(${json});`
        : `await vedette.monitors.update('${monitorId}', ${json});`;
    case 'curl': {
      const [method, path] = monitorId === undefined ? ['POST', ''] : ['PATCH', `/${monitorId}`];
      return [
        `curl -X ${method} "$VEDETTE_URL/api/v1/monitors${path}" \\`,
        `  -H "X-API-Key: $VEDETTE_API_KEY" \\`,
        `  -H 'Content-Type: application/json' \\`,
        // A quote ends the text of the shell: it is written outside, and the text goes on.
        `  -d '${json.replaceAll("'", `'\\''`)}'`,
      ].join('\n');
    }
  }
}
