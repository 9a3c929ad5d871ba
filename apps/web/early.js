// Runs in the page's head, before its code has come (vite.config.ts puts it there): fetches the files that this visit will
// need, and asks the server what the workspace will ask first. src/lib/early.ts hands the replies out. A slow network is
// then waited for once, not four times in turn.

// A page that this device kept (src/app/kept-page.ts) and whose code is gone from it is loaded again, past what is kept.
addEventListener(
  'error',
  ({ target }) => {
    const [visit] = performance.getEntriesByType('navigation')
    if (
      target.tagName !== 'SCRIPT' ||
      !target.defer ||
      !navigator.serviceWorker?.controller ||
      visit?.type === 'reload'
    )
      return
    location.reload()
  },
  true,
)

{
  const files = FILES
  const read = (name) => {
    try {
      return localStorage.getItem(`polylogue.${name}`)
    } catch {
      return null
    }
  }
  const session = JSON.parse(read('session') ?? 'null')
  const wished = [read('language'), ...navigator.languages.map((tag) => tag.slice(0, 2))]
  const language = wished.find((one) => ['en', 'de', 'bg'].includes(one)) ?? 'en'

  const replies = new Map()
  const ask = (path) => {
    const headers = { authorization: `Bearer ${session.access}`, 'x-requested-with': 'XMLHttpRequest' }
    const reply = fetch(`/api/v1/${path}`, { headers, cache: 'no-store' }).then((coming) => {
      // Read at once: a browser leaves it lying until somebody asks for it.
      const text = coming.text()
      text.catch(() => undefined)
      return Object.assign(coming, { text: () => text, json: async () => JSON.parse(await text) })
    })
    reply.catch(() => undefined)
    replies.set(`/api/v1/${path}`, reply)
    return reply
  }
  const askMessages = (tabId) => ask(`queries/${tabId}/queries?limit=30`)
  const askProject = (project) => {
    const [lastProject, lastTab] = (read('tab') ?? '').split(':')
    const asked = new URLSearchParams(location.search).get('tab')
    const tab = asked ?? (lastProject === project ? lastTab : null)
    const isKnown = /^\d+$/.test(tab)
    if (isKnown) void askMessages(tab)
    void ask(`projects/${project}`)
    const tabs = ask(`projects/${project}/tabs`)
    if (isKnown) return
    tabs
      .then((reply) => reply.json())
      .then(({ messageContent }) => askMessages(messageContent.data.Projecttabs[0].id))
      .catch(() => undefined)
  }
  const isSignedIn = session && session.expires >= Date.now()
  // Before the files: those are often here already, replies never are.
  if (isSignedIn) {
    const project = /^\/projects\/(\d+)$/.exec(location.pathname)?.[1]
    if (project) askProject(project)
    for (const path of ['', '/settings']) void ask(`users/${session.userId}${path}`)
    void ask('models')
    window.polylogueEarly = { token: session.access, at: performance.now(), replies }
  }

  const kinds = { css: 'style', woff2: 'font' }
  const fetchFile = (file) => {
    const link = document.createElement('link')
    const kind = kinds[file.split('.').at(-1)]
    link.rel = kind ? 'preload' : 'modulepreload'
    if (kind) link.as = kind
    link.crossOrigin = ''
    link.href = `/${file}`
    document.head.append(link)
    return new Promise((resolve) => Object.assign(link, { onload: resolve, onerror: resolve }))
  }
  const fetchPart = (name) => polylogueParts.need(name).catch(() => undefined)
  void fetchPart(language)
  // The letters come behind what draws them, while it is at work: a slow network would bring both late.
  void Promise.all(session ? [fetchPart('workspace')] : files.door.map(fetchFile)).then(() =>
    fetchFile(files.letters),
  )
  // The browser's tables of dates and numbers, read while everything is on its way: intl-worker.js.
  if (isSignedIn) new Worker(`/${files.intl}`, { name: language })
}
