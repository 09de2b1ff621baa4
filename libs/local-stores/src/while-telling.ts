/** After a longer silence a user would think that the command hangs. */
const TELL_EVERY_MS = 4_000;

export type Report = (line: string) => void;

/** Repeats the line for as long as the work takes. */
export async function whileTelling<T>(report: Report, line: string, work: () => Promise<T>): Promise<T> {
  const telling = setInterval(() => report(line), TELL_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(telling);
  }
}
