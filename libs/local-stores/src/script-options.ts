import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

type Values<T extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: T }>>['values'];

/** The options of this script. Wrong ones end it with one sentence and the usage, and `--help` with the usage alone. */
export function scriptOptions<const T extends ParseArgsOptionsConfig>(usage: string, options: T): Values<T> {
  if (process.argv.slice(2).includes('--help')) {
    process.stdout.write(usageText(usage));
    process.exit();
  }
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    // The sentences after the first one explain how any command line is written.
    const [sentence] = (error as Error).message.split(/\.\s|\n/);
    return refuseOptions(`${sentence}.`, usage);
  }
}

/** `usage`: what follows `npx -y pnpm`. */
export function refuseOptions(sentence: string, usage: string): never {
  process.stderr.write(`${sentence}\n${usageText(usage)}`);
  process.exit(1);
}

function usageText(usage: string): string {
  return `usage: npx -y pnpm ${usage.trimEnd()}\n`;
}
