import { DnsServer } from '@vedette/test-kit/dns-server';
import { checksReport, rateOf, type LoopRun } from './checks-report.ts';
import type { BenchTarget } from './worker-alone.ts';
import { WorkerRun } from './worker-run.ts';

const ROUNDS = 3;
const CHECKS = 5_000;
const NAMES = 500;

/** What names cost a worker instead of addresses, with and without remembering the answers of DNS. */
export async function benchNames({ httpUrl, certFile }: BenchTarget): Promise<string> {
  const dns = await DnsServer.start();
  const hosts = Array.from({ length: NAMES }, (_, i) => `host-${i}.example`);
  for (const host of hosts) dns.set(host, 'A', ['127.0.0.1']).set(host, 'AAAA', []);
  const { port } = new URL(httpUrl);
  const named = hosts.map((host) => `http://${host}:${port}/`);
  const measured = async (urls: readonly string[], ttlSeconds: number): Promise<LoopRun> => {
    dns.ttlSeconds = ttlSeconds;
    const run = await WorkerRun.start(certFile, { CHECK_DNS_SERVERS: dns.address });
    try {
      return await run.measure(urls, CHECKS);
    } finally {
      await run.stop();
    }
  };
  const runs = { address: [] as LoopRun[], remembered: [] as LoopRun[], asked: [] as LoopRun[] };
  const queries = { remembered: 0, asked: 0 };
  const countQueries = (since: number): number => dns.questions.length - since;
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      runs.address.push(await measured([httpUrl], 60));
      const before = dns.questions.length;
      runs.remembered.push(await measured(named, 60));
      queries.remembered += countQueries(before);
      const between = dns.questions.length;
      runs.asked.push(await measured(named, 0));
      queries.asked += countQueries(between);
    }
  } finally {
    await dns.close();
  }
  const each = (count: number): string => (count / (ROUNDS * CHECKS)).toFixed(2);
  const rates = [
    rateOf('an address', runs.address),
    rateOf(`${NAMES} names, answers remembered`, runs.remembered),
    rateOf(`${NAMES} names, asked each time`, runs.asked),
  ];
  return `${checksReport('Names', rates)}DNS queries a check: ${each(queries.remembered)} remembered, ${each(queries.asked)} asked each time\n\n`;
}
