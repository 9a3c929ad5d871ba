// Loads code on first use. A lost connection delays the page instead of breaking it.
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { reloadForCode } from './reload-for-code.ts'

/** Milliseconds before each retry; the sum covers a restart of the server. */
const WAITS = [300, 1_000, 3_000, 8_000]

/**
 * Returns what `load` imports; waits for a connection, and retries. When retries fail, for example because an upgrade
 * replaced the files, it reloads the page.
 * @throws the last error when the page was already reloaded several times just before
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  for (const wait of WAITS) {
    try {
      return await load()
    } catch {
      await online()
      await new Promise((resolve) => setTimeout(resolve, wait))
      await loadMissingStyles()
    }
  }
  return load().catch(reloadForCode)
}

/** Returns a component that loads its code when first rendered; it suspends until then. */
export function lazyView<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadCode(load) }))
}

async function online(): Promise<void> {
  if (navigator.onLine) return
  await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
}

/** Vite requests a stylesheet only once, even when that fails: this requests the missing ones again. */
async function loadMissingStyles(): Promise<void> {
  const missing = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(
    ({ sheet }) => sheet === null,
  )
  await Promise.all(
    missing.map((link) => {
      const again = document.createElement('link')
      again.rel = 'stylesheet'
      again.href = link.href
      const settled = new Promise((resolve) => {
        again.onload = resolve
        again.onerror = resolve
      })
      link.after(again)
      return settled
    }),
  )
}
