import type {
  DnsTarget,
  DomainTarget,
  HttpTarget,
  KeywordTarget,
  PingTarget,
  PortTarget,
  SslTarget,
} from '@vedette/contract';
import { probeDns } from './dns.probe.ts';
import { probeDomain } from './domain.probe.ts';
import { probeHttp } from './http.probe.ts';
import { probeKeyword } from './keyword.probe.ts';
import { probePing } from './ping.probe.ts';
import { probePort } from './port.probe.ts';
import type { Probe, ProbeResult, ProbeTools } from './probe.ts';
import { probeSsl } from './ssl.probe.ts';

interface Targets {
  HTTP: HttpTarget;
  KEYWORD: KeywordTarget;
  PING: PingTarget;
  PORT: PortTarget;
  SSL: SslTarget;
  DNS: DnsTarget;
  DOMAIN: DomainTarget;
}

const PROBES: { readonly [Type in keyof Targets]: Probe<Targets[Type]> } = {
  HTTP: probeHttp,
  KEYWORD: probeKeyword,
  PING: probePing,
  PORT: probePort,
  SSL: probeSsl,
  DNS: probeDns,
  DOMAIN: probeDomain,
};

export async function probe<Type extends keyof Targets>(
  target: Targets[Type] & { readonly type: Type },
  tools: ProbeTools,
  signal: AbortSignal,
): Promise<ProbeResult> {
  // A monitor service that is newer than this worker may know more types.
  if (!Object.hasOwn(PROBES, target.type)) throw new Error(`There is no probe for ${target.type}`);
  return PROBES[target.type](target, tools, signal);
}
