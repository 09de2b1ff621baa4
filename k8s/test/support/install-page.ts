import { inRepository } from '@vedette/test-kit';
import { readFileSync } from 'node:fs';

/** Commands that need pods that run, an operator's answer, or a registry: the control plane has none of them. */
const NEEDS_MORE = [
  /^kubectl .*\bwait\b/,
  /^kubectl .*\brollout status\b/,
  /^kubectl .*\bexec\b/,
  /\b(docker build|pnpm run images)\b/,
  /^curl /,
];

export interface Step {
  readonly title: string;
  /** The commands of the step, without those that need more than a control plane. */
  readonly script: string;
  readonly leftOut: readonly string[];
}

/** The steps of the page that an operator follows, in its order. */
export function installSteps(): Step[] {
  const [page = ''] = readFileSync(inRepository('k8s/INSTALL.md'), 'utf8').split('\n## A cluster on your machine');
  return page
    .split('\n## ')
    .slice(1)
    .flatMap((section) => {
      const [title = ''] = section.split('\n');
      const lines = [...section.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block = '']) =>
        block.trimEnd().split('\n'),
      );
      if (lines.length === 0) return [];
      const isLeftOut = (line: string): boolean => NEEDS_MORE.some((pattern) => pattern.test(line));
      return [
        {
          title,
          script: lines.filter((line) => !isLeftOut(line)).join('\n'),
          leftOut: lines.filter((line) => isLeftOut(line)),
        },
      ];
    });
}
