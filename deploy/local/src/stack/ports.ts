import { isPortFree, LocalError } from '@vedette/local-stores';
import type { LocalConfig } from './config.ts';

/** Fails with one sentence that names every port that cannot be had, and a command that avoids them. */
export async function assertPortsFree(config: LocalConfig): Promise<void> {
  const ports = [
    { variable: 'GATEWAY_PORT', port: config.gatewayPort },
    { variable: 'STATUS_PAGE_PORT', port: config.statusPagePort },
    { variable: 'HEARTBEAT_PORT', port: config.heartbeatPort },
    { variable: 'CONSOLE_PORT', port: config.consolePort },
  ];
  const wanted = new Set(ports.map(({ port }) => port));
  if (wanted.size < ports.length) {
    const variables = ports.map(({ variable }) => variable).join(', ');
    throw new LocalError(`${variables} must differ: give each a port of its own.`);
  }
  const taken: { variable: string; port: number; instead: number }[] = [];
  for (const { variable, port } of ports) {
    if (await isPortFree(port)) continue;
    const instead = await freePortFrom(port + 10, wanted);
    wanted.add(instead);
    taken.push({ variable, port, instead });
  }
  if (taken.length === 0) return;
  const names = taken.map(({ variable, port }) => `${port} (${variable})`).join(' and ');
  const settings = taken.map(({ variable, instead }) => `${variable}=${instead}`).join(' ');
  const [subject, other] = taken.length === 1 ? ['Port', 'another process'] : ['Ports', 'other processes'];
  const mend = `stop what listens there, or run \`${settings} npx -y pnpm start\``;
  throw new LocalError(`${subject} ${names} ${taken.length === 1 ? 'is' : 'are'} taken by ${other}: ${mend}.`);
}

async function freePortFrom(first: number, wanted: ReadonlySet<number>): Promise<number> {
  let port = Math.min(first, 65_000);
  while (wanted.has(port) || !(await isPortFree(port))) port += 1;
  return port;
}
