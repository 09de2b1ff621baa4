import { Failure } from '../api/client.ts';

/** Does something, and returns why it failed; undefined if it did not. */
export async function attempt(work: () => Promise<unknown>): Promise<Failure | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}
