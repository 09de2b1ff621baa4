/** True if the service on this internal port reports that it is ready. */
export async function isServiceReady(internalPort: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${internalPort}/ready`, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}
