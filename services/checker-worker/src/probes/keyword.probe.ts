import type { KeywordTarget } from '@vedette/contract';
import { Deadline } from '@vedette/outbound';
import { exchangeHttp } from './http-exchange.ts';
import { KeywordSearch } from '../answers/keyword-search.ts';
import { keywordFault } from '../answers/keyword.ts';
import { failed, succeeded, type Probe } from './probe.ts';

/** Does what the HTTP probe does, and also searches the decoded body until the keyword is found. */
export const probeKeyword: Probe<KeywordTarget> = async (target, { outbound }, signal) => {
  const deadline = Deadline.after(target.timeoutSeconds * 1000, signal);
  try {
    let search: KeywordSearch | undefined;
    const searchIn = (contentType: string | undefined): KeywordSearch =>
      (search = new KeywordSearch(target.keyword, contentType));
    const { failure, phases, ...details } = await exchangeHttp(outbound, target, searchIn, deadline);
    if (failure !== null) return failed(failure, phases, details);
    const fault = keywordFault(target, search?.look() ?? false, details.isTruncated);
    return fault === null ? succeeded(phases, details) : failed(fault, phases, details);
  } finally {
    deadline.clear();
  }
};
