/** Files of the app lie in `/console/assets/`. A proxy may serve it below a prefix, which this address then has too. */
const ownAddress = new URL(import.meta.url);

/** The path of the app, without a slash at its end. */
export const BASE = ownAddress.pathname.slice(0, ownAddress.pathname.lastIndexOf('/assets/'));

/** The address of the console, which the contract is below. */
export const CONSOLE_URL = `${ownAddress.origin}${BASE.slice(0, BASE.lastIndexOf('/console'))}`;
