// Loads code on first use. A lost connection delays the page instead of breaking it. All code that loads later comes through
// `loadCode` (the check `lazy-code`): a view by `lazyView`, a dialog by `lazyDialog`, and what is no component by `lazyPart`.
//
// `loadCode` goes when browsers request a failed module again (whatwg/html#6768); `lazyView` is then React's `lazy`. The 49 views
// that the chat page names would add 201 kB to its 290 (manifest of the build, 1 December 2026).
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { reloadForCode } from './reload-for-code.ts'

/** Milliseconds before each retry; the sum covers a restart of the server. */
const WAITS = [300, 1_000, 3_000, 8_000]

/**
 * Returns what `load` imports; waits for a connection, and retries. When that cannot help, for example because an upgrade
 * replaced the files, it reloads the page.
 * @throws the last error when the page was already reloaded several times for it just before
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  // Many browsers never request a failed module again (whatwg/html#6768), so it must not fail for want of a connection.
  await connection()
  let attempt = load
  for (const wait of WAITS) {
    try {
      return await attempt()
    } catch (error) {
      attempt = () => loadMissingStyles().then(load)
      await connection()
      await new Promise((resolve) => setTimeout(resolve, wait))
      // The file is there, but the browser may remember the failure: one more try, then only a new page helps.
      if (await isThere(error)) break
    }
  }
  return attempt().catch(reloadForCode)
}

/** Returns a component that loads its code when first rendered; it suspends until then. */
export function lazyView<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadCode(load) }))
}

/** Milliseconds between two requests while the browser says that it is offline; it may be wrong about this computer. */
const LOOK_AGAIN_MS = 3_000

/** Resolves when the browser is online or the server responds. */
async function connection(): Promise<void> {
  while (navigator.onLine === false && !(await responds('/manifest.webmanifest')))
    await new Promise((resolve) => {
      window.addEventListener('online', resolve, { once: true })
      setTimeout(resolve, LOOK_AGAIN_MS)
    })
}

/** Whether the file that a failed import names can be fetched; false when the browser names none. */
async function isThere(error: unknown): Promise<boolean> {
  const address = error instanceof Error ? /https?:\S+\.js$/.exec(error.message)?.[0] : undefined
  return address !== undefined && responds(address)
}

async function responds(address: string): Promise<boolean> {
  try {
    return (await fetch(address, { cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/**
 * Vite requests a stylesheet only once, even when that fails: this requests the missing ones again.
 * @throws when one does not come this time, either: the code would be shown without it
 */
async function loadMissingStyles(): Promise<void> {
  // Not those of the installation.
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][href^="/assets/"]')
  const missing = [...links].filter(({ sheet }) => sheet === null)
  await Promise.all(
    missing.map((link) => {
      const again = document.createElement('link')
      again.rel = 'stylesheet'
      again.href = link.href
      const loaded = new Promise((resolve, reject) => {
        again.onload = resolve
        again.onerror = () => reject(new Error(link.href))
      })
      link.after(again)
      return loaded
    }),
  )
}
