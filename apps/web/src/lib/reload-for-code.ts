// Reloads the page when its code could not be loaded. Drafts survive, as after any reload.

const KEY = 'polylogue.reloaded'
const WITHIN_MS = 60_000

/**
 * Reloads the page; never resolves.
 * @throws `error` when the page was already reloaded for this within the last minute, when the server does not respond, or
 *   when the browser has no storage to record the reload
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
