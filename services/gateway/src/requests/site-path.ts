// Decides what a path of the console port asks for: a file of the web app, the app itself, or the contract.

export type SiteTarget =
  | { kind: 'file'; name: string }
  /** Every address of the app is the same page, which finds its way by the address. */
  | { kind: 'app' }
  | { kind: 'to-app' }
  | { kind: 'elsewhere' };

/** Where the app is, below the address of the console. */
export const APP_PATH = '/console/';
const FILES_PATH = `${APP_PATH}assets/`;

export function siteTarget(path: string): SiteTarget {
  if (path === '/' || path === '/console') return { kind: 'to-app' };
  if (path.startsWith(FILES_PATH)) return { kind: 'file', name: path.slice(FILES_PATH.length) };
  return path.startsWith(APP_PATH) ? { kind: 'app' } : { kind: 'elsewhere' };
}

/** The path of the app as browsers see it: a proxy may serve the console below a prefix. */
export function publicAppPath(publicUrl: string): string {
  return `${new URL(publicUrl).pathname.replace(/\/$/, '')}${APP_PATH}`;
}
