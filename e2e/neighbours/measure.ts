import { noAnswers, type Attacker } from './attacker.ts';
import type { Attack } from './attacks.ts';
import { forgetPeaks, largeProcesses, peaksOf } from './memory.ts';
import type { Quiet } from './quiet.ts';
import type { Outcome } from './report.ts';
import { MEASURES } from './samples.ts';
import { settled } from './settled.ts';
import type { World } from './world.ts';

/** What an attack has left in queues may hurt later. */
const AFTER_MS = 500;

/** One attack, beside which the quiet organization is watched. */
export async function measure(
  { world, quiet, attacker }: { readonly world: World; readonly quiet: Quiet; readonly attacker: Attacker },
  { name, prepare, leastSeconds = 0, faults }: Attack,
  seconds: number,
): Promise<Outcome> {
  const { stack } = world.fixture;
  const attack = await prepare(world, attacker);
  await settled(world);
  const answers = Object.assign(attacker.answers, noAnswers());
  await forgetPeaks(stack);
  const until = AbortSignal.timeout(Math.max(seconds, leastSeconds) * 1_000);
  const samples = await quiet.during(() => attack(until), AFTER_MS);
  const peaks = await peaksOf(stack);
  const missing = MEASURES.filter((each) => each !== 'slot' && samples.count(each) === 0);
  return {
    name,
    answers: { ...answers },
    samples,
    peaks,
    broken: [
      ...missing.map((each) => `${each} was not measured`),
      ...samples.broken,
      ...largeProcesses(peaks),
      ...(faults?.(answers) ?? []),
    ],
  };
}
