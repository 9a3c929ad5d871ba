// Caches the page itself, from which public/service-worker.js answers the next visit (decision 34). It contains no user
// data.
//
// On slow 4G a second visit can be used after 1.5 and 2.1 s with it, and after 2.5 and 3.1 s without (`bench/page --only load`, in
// turns on a busy machine, November 2026). It goes when browsers may cache the page itself, which has a new nonce every time.
import type { ConfigStore } from '#lib/config.ts'

// Must match public/service-worker.js.
const CACHE = 'page'
const ADDRESS = '/'

/** Returns the build id of this page; undefined with the development server. */
const ownBuild = () => (import.meta.env.PROD ? document.documentElement.dataset['build'] : undefined)

/**
 * Caches the current page of the server, with an unused nonce, for the next visit. Call after startup. Does nothing where
 * the browser has no cache, for example over plain HTTP.
 */
export async function keepPage(): Promise<void> {
  if (!('serviceWorker' in navigator) || !ownBuild()) return
  try {
    await navigator.serviceWorker.register('/service-worker.js')
    const reply = await fetch(ADDRESS, { cache: 'no-store' })
    const cache = await caches.open(CACHE)
    const isPage = reply.ok && !reply.redirected && (await reply.clone().text()).includes(' data-build="')
    // A proxy may answer instead, for example with a sign-in page: then the next visit asks the server.
    await (isPage ? cache.put(ADDRESS, reply) : cache.delete(ADDRESS))
  } catch {
    return
  }
}

/** Reloads the page once when the server sends another build by now. Drafts survive, as after any reload. */
export function leaveOldPage(config: ConfigStore): void {
  const { build } = config.get()
  const mayBeOld = navigator.serviceWorker?.controller && !isLoadedAgain()
  if (mayBeOld && build && build !== ownBuild()) location.reload()
}

function isLoadedAgain(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit?.type === 'reload'
}
