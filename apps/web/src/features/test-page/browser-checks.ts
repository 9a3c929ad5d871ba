// What this browser can do. Each check tries what the product uses, and leaves nothing behind.
import type { BROWSER_CHECKS, Check, Outcome } from './outcome.ts'

/** The words of values. */
export interface ValueTexts {
  readonly yes: string
  readonly no: string
  /** The permission for notifications. */
  readonly granted: string
  readonly denied: string
  readonly default: string
}

const KEY = 'polylogue.test-page'

export function browserChecks(words: ValueTexts): Record<(typeof BROWSER_CHECKS)[number], Check> {
  const works = (good: boolean, otherwise: Outcome['state']): Outcome =>
    good ? { state: 'ok', value: words.yes } : { state: otherwise, value: words.no }
  const info = (value: string): Outcome => ({ state: 'info', value })
  return {
    browser: () => info(navigator.userAgent),
    languages: () => info(`${document.documentElement.lang}; ${navigator.languages.join(', ')}`),
    timeZone: () => info(timeZoneFact(new Date())),
    viewport: () => info(`${innerWidth} × ${innerHeight}, ×${Math.round(devicePixelRatio * 100) / 100}`),
    reducedMotion: () => info(matchMedia('(prefers-reduced-motion: reduce)').matches ? words.yes : words.no),
    secure: () => works(isSecureContext, 'warn'),
    localStorage: () =>
      works(
        keeps(() => localStorage),
        'bad',
      ),
    sessionStorage: () =>
      works(
        keeps(() => sessionStorage),
        'warn',
      ),
    indexedDb: async () => works(await opensDatabase(), 'warn'),
    serviceWorker: () => works('serviceWorker' in navigator, 'warn'),
    clipboard: () => works('clipboard' in navigator, 'warn'),
    notifications: () => notificationsIn(words),
    crypto: async () => works(await digests(), 'warn'),
    streams: async () => works(await streams(), 'bad'),
  }
}

/** Writes, reads and removes a value. */
function keeps(storage: () => Storage): boolean {
  try {
    const place = storage()
    place.setItem(KEY, 'kept')
    const kept = place.getItem(KEY) === 'kept'
    place.removeItem(KEY)
    return kept
  } catch {
    return false
  }
}

/** Opens and deletes a database of its own; private windows of some browsers refuse that. */
function opensDatabase(): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(KEY)
      request.onerror = () => resolve(false)
      request.onblocked = () => resolve(false)
      request.onsuccess = () => {
        request.result.close()
        indexedDB.deleteDatabase(KEY)
        resolve(true)
      }
    } catch {
      resolve(false)
    }
  })
}

function notificationsIn(words: ValueTexts): Outcome {
  if (!('Notification' in window)) return { state: 'warn', value: words.no }
  const { permission } = Notification
  return { state: permission === 'denied' ? 'warn' : 'ok', value: words[permission] }
}

async function digests(): Promise<boolean> {
  try {
    const digest = await crypto.subtle.digest('SHA-256', crypto.getRandomValues(new Uint8Array(8)))
    return digest.byteLength === 32
  } catch {
    return false
  }
}

/** Reads a body in two pieces, as the text of an answer arrives. */
async function streams(): Promise<boolean> {
  try {
    const pieces = ['one', 'two']
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = pieces.shift()
        if (piece === undefined) controller.close()
        else controller.enqueue(new TextEncoder().encode(piece))
      },
    })
    const reader = new Response(body).body?.getReader()
    const first = await reader?.read()
    const second = await reader?.read()
    return [first, second].map((piece) => new TextDecoder().decode(piece?.value)).join(' ') === 'one two'
  } catch {
    return false
  }
}

/** Returns the browser's time zone and its distance from UTC at this time: `Europe/Berlin, UTC+01:00`. */
function timeZoneFact(now: Date): string {
  const minutes = -now.getTimezoneOffset()
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return `${timeZone}, UTC${minutes < 0 ? '-' : '+'}${two(hours)}:${two(rest)}`
}
