import { catalogue } from '../language/catalogue.ts';

/** Of an organization without monitors, and of the samples. */
export const firstMonitorWords = catalogue(async () => (await import('../words-de/first-monitor.ts')).de, {
  noneForViewer: 'There are no monitors yet. Somebody with the role Member can create the first one.',
  title: 'What shall be watched?',
  lead: 'Type the address of a page or an API. It is checked every minute, beginning now.',
  address: 'Address',
  addressFault: 'This is not an address: type something like https://example.com.',
  watch: 'Watch it',
  otherTypes: 'Watch something else: a port, a cron job, a certificate, a DNS record',
  addSamples: 'Or look around with samples: a monitor and a status page',
  sampleMonitor: 'Sample: this console',
  samplePage: 'Sample page',
  samplesLead: 'A sample monitor and a sample status page, which the public does not see, are here for a look around.',
  removeSamples: 'Remove the samples',
});

export type FirstMonitorWords = ReturnType<typeof firstMonitorWords>;
