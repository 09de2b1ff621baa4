import globalSetup from './global-setup.ts';
import { running } from './running.ts';
import { startSharedStack } from '../stack/shared-stack.ts';

export default async function globalStackSetup(): Promise<void> {
  await globalSetup();
  running.stack = await startSharedStack();
}
