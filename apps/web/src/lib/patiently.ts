// Code that is fetched when it is first wanted. A connection that is lost just then costs a wait, and not the page.
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** Milliseconds before each further try: together as long as a server takes to start again. */
const WAITS = [300, 1_000, 3_000, 8_000]

/**
 * What `load` imports. Without a connection it waits for one; with one it tries a few times more.
 * @throws what the last try threw: the files may be those of an older version, and loading the page again brings newer ones
 */
export async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (const wait of WAITS) {
    try {
      return await load()
    } catch {
      await online()
      await new Promise((resolve) => setTimeout(resolve, wait))
      await styles()
    }
  }
  return load()
}

/** A component whose code is fetched when it is first shown; it suspends until then. */
export function lazyView<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await patiently(load) }))
}

async function online(): Promise<void> {
  if (navigator.onLine) return
  await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
}

/** The loader asks for a stylesheet once, whatever came of it: those that are not there are asked for again beside it. */
async function styles(): Promise<void> {
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
