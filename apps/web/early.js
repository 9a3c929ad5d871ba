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

;(() => {
  const files = FILES
  const read = (name) => {
    try {
      return localStorage.getItem(`polylogue.${name}`)
    } catch {
      return null
    }
  }
  const kinds = { css: 'style', woff2: 'font' }
  const fetchFile = (file) => {
    if (file === files.part) return polylogueParts.need('workspace').catch(() => undefined)
    const link = document.createElement('link')
    const kind = kinds[file.split('.').at(-1)]
    link.rel = kind ? 'preload' : 'modulepreload'
    if (kind) link.as = kind
    link.crossOrigin = ''
    link.href = `/${file}`
    document.head.append(link)
    return new Promise((resolve) => Object.assign(link, { onload: resolve, onerror: resolve }))
  }
  const wished = [read('language'), ...navigator.languages.map((tag) => tag.slice(0, 2))]
  const language = wished.find((one) => Object.hasOwn(files.texts, one)) ?? 'en'
  void fetchFile(files.texts[language])

  const session = JSON.parse(read('session') ?? 'null')
  // The letters come behind what draws them, while it is at work: a slow network would bring both late.
  void Promise.all((session ? files.workspace : files.door).map(fetchFile)).then(() =>
    fetchFile(files.letters),
  )
  if (!session || session.expires < Date.now()) return

  const replies = new Map()
  const headers = { authorization: `Bearer ${session.access}`, 'x-requested-with': 'XMLHttpRequest' }
  const ask = (path) => {
    const reply = fetch(`/api/v1/${path}`, { headers, cache: 'no-store' })
    reply.catch(() => undefined)
    replies.set(`/api/v1/${path}`, reply)
    return reply
  }
  const askMessages = (tabId) => ask(`queries/${tabId}/queries?limit=30`)
  const project = /^\/projects\/(\d+)$/.exec(location.pathname)?.[1]
  const [lastProject, lastTab] = (read('tab') ?? '').split(':')
  const tab = new URLSearchParams(location.search).get('tab') ?? (lastProject === project ? lastTab : null)
  if (project) {
    void ask(`projects/${project}`)
    const tabs = ask(`projects/${project}/tabs`)
    if (/^\d+$/.test(tab)) void askMessages(tab)
    else
      tabs
        .then((reply) => reply.clone().json())
        .then(({ messageContent }) => askMessages(messageContent.data.Projecttabs[0].id))
        .catch(() => undefined)
  }
  for (const path of ['', '/settings']) void ask(`users/${session.userId}${path}`)
  void ask('models')
  window.polylogueEarly = { token: session.access, at: performance.now(), replies }
  // The browser's tables of dates and numbers, read while everything is on its way: intl-worker.js.
  new Worker(`/${files.intl}`, { name: language })
})()
