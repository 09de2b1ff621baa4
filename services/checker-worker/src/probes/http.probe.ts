import type { HttpTarget } from '@vedette/contract';
import { Deadline } from '@vedette/outbound';
import { exchangeHttp } from './http-exchange.ts';
import { failed, succeeded, type Probe } from './probe.ts';

/** Sends a request over a new connection, and follows redirects if the monitor wants them. The final status decides. */
export const probeHttp: Probe<HttpTarget> = async (target, { outbound }, signal) => {
  const deadline = Deadline.after(target.timeoutSeconds * 1000, signal);
  try {
    const { failure, phases, ...details } = await exchangeHttp(outbound, target, null, deadline);
    return failure === null ? succeeded(phases, details) : failed(failure, phases, details);
  } finally {
    deadline.clear();
  }
};
