import { SERVICE_USERS } from '@vedette/contract/subject';
import type { Finding } from '../diagnosis/finding.ts';
import { overviewOf, type Overview } from '../diagnosis/roll-call-findings.ts';
import { answer, command, refuse } from '../cli/command.ts';
import { table } from '../cli/table.ts';

export const statusCommand = command({
  name: 'status',
  about: 'Show what runs, what is late and what is wrong',
  details: 'Every process is asked over NATS. The exit code is 1 if something is wrong.',
  example: 'status',
  options: {},
  run: async (_, { connections }) => {
    const call = await connections.rollCall(SERVICE_USERS);
    if (!call.ok) return refuse(call.sentence);
    const overview = overviewOf(SERVICE_USERS, call.answer);
    const late = overview.findings.filter(({ state }) => state === 'LATE');
    const wrong = overview.findings.filter(({ state }) => state === 'WRONG');
    const json = { services: overview.services, late, wrong };
    return answer(json, screen(overview, late, wrong), wrong.length === 0 ? 0 : 1);
  },
});

function screen({ services }: Overview, late: readonly Finding[], wrong: readonly Finding[]): string {
  const rows = services.map(({ since, ...row }) => ({ ...row, since: since === null ? null : new Date(since) }));
  return [table(rows, ''), '', ...section('late', late), ...section('wrong', wrong)].join('\n');
}

function section(title: 'late' | 'wrong', findings: readonly Finding[]): string[] {
  if (findings.length === 0) return [`Nothing is ${title}.`];
  const lines = findings.map(({ found, advice }) => `  ${sentence(found)} ${advice ?? ''}`.trimEnd());
  return [`${title === 'late' ? 'Late' : 'Wrong'}:`, ...lines];
}

function sentence(found: string): string {
  return `${found.charAt(0).toUpperCase()}${found.slice(1)}.`;
}
