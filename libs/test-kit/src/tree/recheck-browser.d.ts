/** The build that needs neither a binary nor Java. */
declare module 'recheck/lib/browser.js' {
  const recheck: Pick<typeof import('recheck'), 'checkSync'>;
  export = recheck;
}
