// Answers a visit with the page that this device kept of the last one (src/app/kept-page.ts): on a slow line its way there and back
// is a fifth of the whole start. The page is the same for everybody and at every address; nothing that anybody wrote or may see is
// in it. All else goes to the server as if this were not here.

// What src/app/kept-page.ts keeps, and where.
const CACHE = 'page'
const ADDRESS = '/'

// What the server answers otherwise than with the page, also with the page of share links: apps/server/src/http/static.ts.
const NO_PAGES = /^\/(api|v1|static|assets|metrics|share\/chats)(\/|$)/
const LOOKS_LIKE_FILE = /\.[a-z0-9]{1,5}$|\/\./i

self.addEventListener('install', (event) => {
  self.skipWaiting()
  // Browsers that know this do not even ask here for the rest.
  event.addRoutes?.([{ condition: { not: { requestMode: 'navigate' } }, source: 'network' }])
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname } = new URL(request.url)
  if (request.destination !== 'document' || request.method !== 'GET') return
  if (NO_PAGES.test(pathname) || LOOKS_LIKE_FILE.test(pathname)) return
  event.respondWith(pageFor(request))
})

/** The page that is kept. Who loads a page again wants what the server has now; without a connection the kept one does. */
async function pageFor(request) {
  const kept = await caches.match(ADDRESS, { cacheName: CACHE })
  if (!kept) return fetch(request)
  const isAgain = request.cache === 'no-cache' || request.cache === 'reload'
  return isAgain ? fetch(request).catch(() => kept) : kept
}
