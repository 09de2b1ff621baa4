/** Waits until a closing step succeeds, fails, or has taken `ms`. Its outcome does not matter to the caller. */
export async function within(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, overdue]).catch(() => undefined);
  clearTimeout(timer);
}
