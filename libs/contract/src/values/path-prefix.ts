/** The paths of the two contracts begin with these. */
export const PUBLIC_PREFIX = '/api/v1/';
export const CONSOLE_PREFIX = '/api/console/v1/';
