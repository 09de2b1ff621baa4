/** Waits for a farewell that nobody depends on: until it is over, fails, or has taken `ms`. */
export async function within(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, overdue]).catch(() => undefined);
  clearTimeout(timer);
}
