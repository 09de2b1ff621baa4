import { accountExamples } from './account-examples.ts';
import { alertExamples } from './alert-examples.ts';
import type { ConsoleExamples } from './example-shapes.ts';
import { historyExamples } from './history-examples.ts';
import { monitorExamples } from './monitor-examples.ts';
import { previewExamples } from './preview-examples.ts';

export const consoleExamples: ConsoleExamples = {
  ...accountExamples,
  ...alertExamples,
  ...monitorExamples,
  ...historyExamples,
  ...previewExamples,
};
