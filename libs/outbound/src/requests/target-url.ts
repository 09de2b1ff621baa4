/** The host and port to connect to for an http or https URL. */
export function targetOf(url: URL): { readonly host: string; readonly port: number } {
  const defaultPort = url.protocol === 'https:' ? 443 : 80;
  return { host: url.hostname, port: url.port === '' ? defaultPort : Number(url.port) };
}
