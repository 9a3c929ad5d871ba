// Code that is loaded when it is first needed. A connection that is lost just then costs a wait, and not the page.
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { reloadForCode } from './reload-for-code.ts'

/** Milliseconds before each retry: together as long as a server takes to start again. */
const WAITS = [300, 1_000, 3_000, 8_000]

/**
 * What `load` imports. Without a connection it waits for one; with one it retries. When that does not help, as after an upgrade that
 * replaced the files, the page is loaded anew.
 * @throws what the last try threw when the page was loaded anew several times just before
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

/** A component whose code is loaded when it is first shown; it suspends until then. */
export function lazyView<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadCode(load) }))
}

async function online(): Promise<void> {
  if (navigator.onLine) return
  await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
}

/** Vite asks for a stylesheet once, whatever comes of it: those that did not come are asked for again. */
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
