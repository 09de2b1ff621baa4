import autocannon from 'autocannon';

/** Pings cron jobs at a steady rate, as a process of its own; prints how many a second were answered with 200. */
const [url = '', tokens = '', rate = '0', seconds = '0'] = process.argv.slice(2);

const result = await autocannon({
  url,
  requests: tokens.split(',').map((token) => ({ path: `/${token}` })),
  connections: 40,
  overallRate: Number(rate),
  duration: Number(seconds),
});
const LOST = result.non2xx + result.errors;
if (LOST > 0) throw new Error(`${LOST} pings were not answered`);
process.stdout.write(`${result['2xx'] / result.duration}\n`);
