// Reloads the page when its code could not be loaded. Drafts survive, as after any reload.

const KEY = 'polylogue.reloaded'
const WITHIN_MS = 60_000
/** Reloads for the same error within that time: a page may need several files that do not come at first. */
const RELOADS = 3

/**
 * Reloads the page; never resolves.
 * @throws `error` when the page was already reloaded several times for the same error within the last minute, when the server
 *   does not respond, or when the browser has no storage to record the reload
 */
export async function reloadForCode(error: unknown): Promise<never> {
  const reply = await fetch('/mark.svg', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (!reply?.ok || !mayReload(String(error))) throw error
  location.reload()
  return new Promise(() => undefined)
}

/** Notes the reload for an error; false when there were several. Each missing file has an error of its own. */
function mayReload(error: string): boolean {
  try {
    const noted = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as { error: string; at: number }[]
    const lately = noted.filter(({ at }) => Date.now() - at < WITHIN_MS)
    if (lately.filter((one) => one.error === error).length >= RELOADS) return false
    sessionStorage.setItem(KEY, JSON.stringify([...lately, { error, at: Date.now() }]))
    return true
  } catch {
    return false
  }
}
