// Loads the page anew because some of its code could not be loaded. What was typed is kept as at any reload.

const KEY = 'polylogue.reloaded'
const WITHIN_MS = 60_000

/**
 * Loads the page anew; never resolves.
 * @throws `error` when the page was loaded anew for this within the last minute, when the server does not answer, or when the browser
 *   cannot remember that it was
 */
export async function reloadForCode(error: unknown): Promise<never> {
  const reply = await fetch('/mark.svg', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (!reply?.ok || !isFirst()) throw error
  location.reload()
  return new Promise(() => undefined)
}

function isFirst(): boolean {
  try {
    const last = Number(sessionStorage.getItem(KEY) ?? 0)
    if (Date.now() - last < WITHIN_MS) return false
    sessionStorage.setItem(KEY, String(Date.now()))
    return true
  } catch {
    return false
  }
}
