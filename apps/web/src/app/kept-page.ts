// The page itself is kept on this device, for public/service-worker.js to answer the next visit with (decision 34). Nothing of what
// people write or may see is in it.
import type { ConfigStore } from '../lib/config.ts'

// public/service-worker.js reads it there.
const CACHE = 'page'
const ADDRESS = '/'

/** Which build this page is of; none in what the development server sends. */
const ownBuild = () => (import.meta.env.PROD ? document.documentElement.dataset['build'] : undefined)

/**
 * Keeps the page as the server sends it now, with a nonce that was never used, for the next visit. To be called when the start
 * is over. Without effect where the browser keeps nothing: over plain HTTP, say.
 */
export async function keepPage(): Promise<void> {
  if (!('serviceWorker' in navigator) || !ownBuild()) return
  try {
    await navigator.serviceWorker.register('/service-worker.js')
    const reply = await fetch(ADDRESS, { cache: 'no-store' })
    const cache = await caches.open(CACHE)
    const isPage = reply.ok && !reply.redirected && (await reply.clone().text()).includes(' data-build="')
    // Something between here and the server may answer in its place, a page to sign in on: then the next visit asks it as well.
    await (isPage ? cache.put(ADDRESS, reply) : cache.delete(ADDRESS))
  } catch {
    return
  }
}

/** Loads the page anew, once, when the server sends another build of it by now. What was typed is kept as at any reload. */
export function leaveOldPage(config: ConfigStore): void {
  const { build } = config.get()
  const mayBeOld = navigator.serviceWorker?.controller && !isLoadedAgain()
  if (mayBeOld && build && build !== ownBuild()) location.reload()
}

function isLoadedAgain(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit?.type === 'reload'
}
