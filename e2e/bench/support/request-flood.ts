import autocannon from 'autocannon';

/** A tenant with as many keys and requests as it likes: loads an address until it is killed, and prints when it has begun. */
const [url = '', connections = '1', ...keys] = process.argv.slice(2);

const flood = autocannon(
  {
    url,
    connections: Number(connections),
    duration: 120,
    requests: keys.map((key) => ({ method: 'GET', headers: { 'x-api-key': key } })),
  },
  () => undefined,
);
flood.once('response', () => process.stdout.write('begun\n'));
