// A browser that is not debugged. Playwright has every page tell of its scripts, and then V8 works out where each function that
// asks the server stands in its source: a tenth of a page's start, which nobody pays who only reads. So this one is spoken to
// directly (Chrome DevTools Protocol), and told nothing but how slow to be and where to go.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findChromium } from '../../e2e/chromium.ts'
import { MEASURED_FLAGS, SLOW_4G, SLOWER, VIEWPORT } from './slow.ts'

const LOOK_MS = 250
const MOST_MS = 60_000
const KEPT_MS = 3_000

// What hands take: from coming to rest on something to pressing it, and from pressing to letting go. Both short ones.
const AIM_MS = 150
const HOLD_MS = 60

/** What a page was measured at; `kB` is what came over the network until then. */
export interface Visit {
  readonly ms: number
  readonly kB: number
}

/** Where pages are opened: what one leaves in the cache the next one finds. */
export interface Visits {
  /**
   * Opens an address in a page of its own, slowed, until `ready` (an expression) gives the milliseconds it took. `script` runs
   * in the page before any other.
   * @throws Error when it is not ready within a minute.
   */
  visit(url: string, how: { ready: string; script: string }): Promise<Visit>
  /** A page, slowed, with the whole network; `script` runs in it before any other. */
  open(script: string): Promise<QuietPage>
  close(): Promise<void>
}

/** A page that is told where to go and what to press. */
export interface QuietPage {
  go(url: string): Promise<unknown>
  /** What an expression gives, or the promise that it gives. @throws Error when it throws. */
  value(expression: string): Promise<unknown>
  /** Looks until an expression gives something. @throws Error when it does not within a minute. */
  until(expression: string): Promise<unknown>
  /** Presses and leaves one key that writes a character, or Enter. */
  press(key: string): Promise<void>
  /** Moves the mouse onto the element that an expression gives and presses it, as fast as a hand does. */
  click(element: string): Promise<void>
  /** Writes a text where the focus is, at once. */
  write(text: string): Promise<unknown>
  close(): Promise<unknown>
}

/** A browser that keeps on disk what browsers keep: pieces of pages, and what V8 made of scripts. */
export interface QuietBrowser extends Visits {
  /** A private window: signed in, with an empty cache, and nothing of it on disk. */
  private(): Promise<Visits>
}

type Send = (method: string, params?: object) => Promise<Record<string, unknown>>

/** Starts it on a profile of its own; `stored` is what pages of `origin` find in localStorage. */
export async function openQuietBrowser(origin: string, stored: Stored): Promise<QuietBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'polylogue-quiet-'))
  const flags = [
    ...MEASURED_FLAGS,
    '--headless=new',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
  ]
  const child = spawn(findChromium() ?? 'chromium', [...flags, 'about:blank'], { stdio: 'ignore' })
  // A measurement that fails leaves nothing running.
  process.once('exit', () => child.kill())
  const wire = await connect(await addressOf(profile))
  const visits = await signedIn(wire, origin, stored)
  return {
    ...visits,
    async private() {
      const { browserContextId } = await wire.send('Target.createBrowserContext')
      return {
        ...(await signedIn(wire, origin, stored, String(browserContextId))),
        close: async () => void (await wire.send('Target.disposeBrowserContext', { browserContextId })),
      }
    },
    async close() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
      await rm(profile, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}

type Stored = readonly { name: string; value: string }[]

/** Puts `stored` into the localStorage of `origin`; gives how pages are then visited and opened. */
async function signedIn(
  wire: Wire,
  origin: string,
  stored: Stored,
  context?: string,
): Promise<Omit<Visits, 'close'>> {
  const page = await openPage(wire, context)
  await page.go(`${origin}/static/data/config.json`)
  await page.until(`location.origin === ${JSON.stringify(origin)} && document.readyState === 'complete'`)
  const list = JSON.stringify(stored)
  await page.value(`for (const { name, value } of ${list}) localStorage.setItem(name, value)`)
  await page.close()
  const open = async (script: string) => {
    const page = await openPage(wire, context)
    await page.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: script })
    return page
  }
  return {
    open,
    async visit(url, { ready, script }) {
      const page = await open(script)
      await page.send('Network.enable')
      await page.send('Network.emulateNetworkConditions', SLOW_4G)
      await page.go(url)
      const ms = Number(await page.until(ready))
      const kB = Math.round(Number(await page.value(bytesUntil(ms))) / 1_000)
      // What is fetched, and kept of scripts, once everything stands.
      await sleep(KEPT_MS)
      await page.close()
      return { ms, kB }
    },
  }
}

/** An expression: how many bytes had come over the network after so many milliseconds. */
const bytesUntil = (ms: number) =>
  `performance.getEntries().reduce((sum, { transferSize = 0, responseEnd }) => responseEnd <= ${ms} ? sum + transferSize : sum, 0)`

/** Where a browser that was just begun listens, as it writes it into its profile. */
async function addressOf(profile: string): Promise<string> {
  for (let waited = 0; waited < MOST_MS; waited += 100) {
    const text = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '')
    const [port, path] = text.split('\n')
    if (path) return `ws://127.0.0.1:${port}${path}`
    await sleep(100)
  }
  throw new Error('The browser did not begin')
}

interface Message {
  /** None: an event, which nobody asked for. */
  id?: number
  result?: Record<string, unknown>
  error?: { message: string }
}

interface Wire {
  send(method: string, params?: object, sessionId?: string): Promise<Record<string, unknown>>
}

async function connect(address: string): Promise<Wire> {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const asked = new Map<number, PromiseWithResolvers<Record<string, unknown>>>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    const { resolve, reject } = asked.get(message.id ?? 0) ?? {}
    asked.delete(message.id ?? 0)
    if (message.error) reject?.(new Error(message.error.message))
    else resolve?.(message.result ?? {})
  })
  return {
    send(method, params = {}, sessionId) {
      const answer = Promise.withResolvers<Record<string, unknown>>()
      asked.set(++last, answer)
      socket.send(JSON.stringify({ id: last, method, params, ...(sessionId && { sessionId }) }))
      return answer.promise
    },
  }
}

async function openPage(wire: Wire, browserContextId?: string): Promise<QuietPage & { send: Send }> {
  const { targetId } = await wire.send('Target.createTarget', {
    url: 'about:blank',
    ...(browserContextId && { browserContextId }),
  })
  const { sessionId } = await wire.send('Target.attachToTarget', { targetId, flatten: true })
  const send: Send = (method, params) => wire.send(method, params, String(sessionId))
  const value = async (expression: string): Promise<unknown> => {
    const how = { expression, returnByValue: true, awaitPromise: true }
    const { result, exceptionDetails } = await send('Runtime.evaluate', how)
    if (exceptionDetails) throw new Error(`${expression}: ${JSON.stringify(result)}`)
    return (result as { value?: unknown }).value
  }
  await send('Page.enable')
  await send('Emulation.setDeviceMetricsOverride', { ...VIEWPORT, deviceScaleFactor: 1, mobile: false })
  // As the page in front: one behind another paints nothing.
  await send('Emulation.setFocusEmulationEnabled', { enabled: true })
  return {
    send,
    value,
    go: (url) => send('Page.navigate', { url }),
    async until(expression) {
      for (let waited = 0; waited < MOST_MS; waited += LOOK_MS) {
        const found = await value(expression).catch(() => undefined)
        if (found) return found
        await sleep(LOOK_MS)
      }
      throw new Error(`Not within a minute: ${expression}`)
    },
    async press(key) {
      const [text, windowsVirtualKeyCode] =
        key === 'Enter' ? ['\r', 13] : [key, key.toUpperCase().charCodeAt(0)]
      const how = { key, code: codeOf(key), windowsVirtualKeyCode }
      await send('Input.dispatchKeyEvent', { type: 'keyDown', text, ...how })
      await send('Input.dispatchKeyEvent', { type: 'keyUp', ...how })
    },
    async click(element) {
      const where = `(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(${element}.getBoundingClientRect())`
      const at = { ...((await value(where)) as object), button: 'left', clickCount: 1 }
      await send('Input.dispatchMouseEvent', { ...at, type: 'mouseMoved', button: 'none' })
      await sleep(AIM_MS)
      await send('Input.dispatchMouseEvent', { ...at, type: 'mousePressed' })
      await sleep(HOLD_MS)
      await send('Input.dispatchMouseEvent', { ...at, type: 'mouseReleased' })
    },
    write: (text) => send('Input.insertText', { text }),
    close: () => wire.send('Target.closeTarget', { targetId }),
  }
}

const codeOf = (key: string) => (key === ' ' ? 'Space' : key === 'Enter' ? key : `Key${key.toUpperCase()}`)
