import type { KeywordTarget } from '@vedette/contract';
import { Deadline } from '@vedette/outbound';
import { bodyText } from './body-text.ts';
import { exchangeHttp } from './http-exchange.ts';
import { keywordFault } from './keyword.ts';
import { failed, succeeded, type Probe } from './probe.ts';

/** What the HTTP probe does, and a look at the decoded body. */
export const probeKeyword: Probe<KeywordTarget> = async (target, { outbound }, signal) => {
  const deadline = Deadline.after(target.timeoutSeconds * 1000, signal);
  try {
    const { failure, phases, ...details } = await exchangeHttp(outbound, target, 'KEEP', deadline);
    if (failure !== null) return failed(failure, phases, details);
    const { body, contentType, isTruncated } = details;
    const fault = keywordFault(target, bodyText(body, contentType), isTruncated);
    return fault === null ? succeeded(phases, details) : failed(fault, phases, details);
  } finally {
    deadline.clear();
  }
};
