// One hidden page listens for all pages of a browser, while nobody looks at one (NOTIFY-12).
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHiddenListener } from './hidden-listener.ts'

type Request = { mode: string; signal: AbortSignal; grant: () => void }

let requests: Request[]
let stored: Map<string, string>
const look = (state: string) => vi.stubGlobal('document', { visibilityState: state })
beforeEach(() => {
  requests = []
  stored = new Map([['polylogue.pushes', 'true']])
  look('hidden')
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null })
  vi.stubGlobal('Notification', { permission: 'granted' })
  vi.stubGlobal('navigator', {
    locks: {
      request: (_: string, { mode, signal }: Omit<Request, 'grant'>, keep: () => Promise<void>) =>
        new Promise<void>((resolve) => {
          requests.push({ mode, signal, grant: () => void keep().then(resolve) })
        }),
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a hidden page waits for its turn, and listens then until somebody looks at it', () => {
  const onListens = vi.fn()
  const listener = createHiddenListener(onListens)
  listener.look()
  listener.look()
  expect(requests.map(({ mode }) => mode)).toEqual(['exclusive'])
  expect(listener.listens()).toBe(false)
  requests[0]?.grant()
  expect([listener.listens(), onListens.mock.calls.length]).toEqual([true, 1])
  look('visible')
  listener.look()
  expect(requests.map(({ mode, signal }) => [mode, signal.aborted])).toEqual([
    ['exclusive', true],
    ['shared', false],
  ])
  requests[1]?.grant()
  expect([listener.listens(), onListens.mock.calls.length]).toEqual([false, 1])
  listener.end()
  expect(requests[1]?.signal.aborted).toBe(true)
})

test.each([
  ['nobody asked for notifications here', () => stored.delete('polylogue.pushes')],
  ['the plugin is uninstalled', () => stored.set('polylogue.uninstalled', 'share real-time-notifications')],
  ['the browser took back its permission', () => vi.stubGlobal('Notification', { permission: 'denied' })],
])('no hidden page listens when %s', (_, change) => {
  const listener = createHiddenListener(() => undefined)
  listener.look()
  requests[0]?.grant()
  expect(listener.listens()).toBe(true)
  change()
  listener.look()
  expect([listener.listens(), requests.length, requests[0]?.signal.aborted]).toEqual([false, 1, true])
})
