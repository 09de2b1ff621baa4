import { SERVICE_USERS } from '@vedette/contract/subject';
import { addressFindings } from '../diagnosis/address-checks.ts';
import {
  clockFinding,
  type ClockReading,
  clocksOf,
  consoleAddressFinding,
  outboundFinding,
  redisFinding,
} from '../diagnosis/doctor-findings.ts';
import { fine, wrong, type Finding } from '../diagnosis/finding.ts';
import { mailFinding } from '../diagnosis/mail-check.ts';
import { overviewOf } from '../diagnosis/roll-call-findings.ts';
import { databaseCheck, streamFindings } from '../diagnosis/store-checks.ts';
import { answer, command, type Context } from '../cli/command.ts';
import { failureSentence } from '../cli/failure.ts';
import { emailText, optional } from '../cli/option.ts';
import { table } from '../cli/table.ts';

export const doctorCommand = command({
  name: 'doctor',
  about: 'Try the stores, the mail server, the addresses, the clocks and the way out, and say what to do',
  details:
    'It reads the environment of the services: run it where they run. With --mail it also sends a mail. The exit code is 1 if something is wrong.',
  example: 'doctor --mail ops@example.com',
  options: { mail: optional(emailText, 'Who gets a mail as a test') },
  run: async ({ mail }, context) => {
    const findings = await examine(mail, context);
    const isWell = findings.every(({ state }) => state !== 'WRONG');
    return answer({ isWell, findings }, screen(findings), isWell ? 0 : 1);
  },
});

async function examine(mailTo: string | undefined, context: Context): Promise<Finding[]> {
  const { connections, doctorSettings } = context;
  const settings = doctorSettings();
  const [database, call, mail, addresses] = await Promise.all([
    tryDatabase(context),
    connections.rollCall(SERVICE_USERS),
    mailFinding(settings, mailTo),
    addressFindings(settings),
  ]);
  const streams = call.ok ? await streamFindings((name) => connections.streamExists(name)) : [];
  const answers = call.ok ? call.answer : [];
  return [
    database.finding,
    call.ok ? fine('NATS', `${call.answer.length} processes answer over NATS`) : natsFinding(call.sentence),
    ...streams,
    redisFinding(answers),
    ...(call.ok ? overviewOf(SERVICE_USERS, call.answer).findings : []),
    clockFinding([...database.clock, ...clocksOf(answers)]),
    mail,
    consoleAddressFinding(settings.consolePublicUrl),
    ...addresses,
    outboundFinding(answers),
  ];
}

async function tryDatabase({ connections }: Context): Promise<{ finding: Finding; clock: readonly ClockReading[] }> {
  try {
    return await databaseCheck(await connections.sql());
  } catch (error) {
    const advice = 'Start PostgreSQL, or correct DATABASE_URL.';
    return { finding: wrong('PostgreSQL', failureSentence(error).replace(/\.$/, ''), advice), clock: [] };
  }
}

function natsFinding(reason: string): Finding {
  return wrong('NATS', reason.replace(/\.$/, ''), 'Start NATS, or correct NATS_URL.');
}

function screen(findings: readonly Finding[]): string {
  const rows = findings.map(({ about, state, found }) => ({ about, state, found }));
  const advice = findings.flatMap(({ about, advice: what }) => (what === null ? [] : [`  ${about}: ${what}`]));
  return [
    table(rows, ''),
    '',
    ...(advice.length === 0 ? ['There is nothing to do.'] : ['What to do:', ...advice]),
  ].join('\n');
}
