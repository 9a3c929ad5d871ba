/** Pauses between attempts: half a minute together, as long as a server takes to start. */
const WAITS = [1, 2, 4, 8, 16].map((seconds) => seconds * 1_000)

/** Retries with growing pauses what may pass. The last attempt's error is thrown. */
export async function patiently<T>(
  { mayPass, pause }: { mayPass(error: unknown): boolean; pause(ms: number): Promise<void> },
  attempt: () => Promise<T>,
): Promise<T> {
  for (const wait of WAITS) {
    try {
      return await attempt()
    } catch (error) {
      if (!mayPass(error)) throw error
      await pause(wait)
    }
  }
  return attempt()
}
