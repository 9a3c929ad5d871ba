// A browser without a debugger. Playwright enables script events on every page, for which V8 resolves the source position of
// each function that sends a request: a tenth of the start of a page, which users do not pay. This one is controlled
// directly (Chrome DevTools Protocol), only to throttle, navigate and send input.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findChromium } from '../../e2e/chromium.ts'
import { MEASURED_FLAGS, SLOW_4G, SLOWER, VIEWPORT } from './slow.ts'

const LOOK_MS = 250
const MAX_MS = 60_000
const KEPT_MS = 3_000

// Milliseconds from hovering to pressing, and from pressing to releasing the mouse. Both are short for a human.
const AIM_MS = 150
const HOLD_MS = 60

/** The measurement of a page; `kB` is the network transfer until then. */
export interface Visit {
  readonly ms: number
  readonly kB: number
}

/** Opens pages; all share one cache. */
export interface Visits {
  /**
   * Opens an address in a new, throttled page and waits until `ready` (an expression) returns the elapsed milliseconds.
   * `script` runs in the page before its own scripts.
   * @throws Error when it is not ready within a minute.
   */
  visit(url: string, how: { ready: string; script: string }): Promise<Visit>
  /** Opens a page with CPU throttling only; `script` runs in it before its own scripts. */
  open(script: string): Promise<QuietPage>
  close(): Promise<void>
}

/** A page controlled by navigation and input only. */
export interface QuietPage {
  go(url: string): Promise<unknown>
  /** Evaluates an expression and awaits its promise. @throws Error when it throws. */
  value(expression: string): Promise<unknown>
  /** Polls until an expression returns something. @throws Error when it does not within a minute. */
  until(expression: string): Promise<unknown>
  /** Presses and releases one key that types a character, or Enter. */
  press(key: string): Promise<void>
  /** Moves the mouse onto the element that an expression returns and clicks it, as fast as a human. */
  click(element: string): Promise<void>
  /** Inserts a text at the focus, all at once. */
  write(text: string): Promise<unknown>
  close(): Promise<unknown>
}

/** A browser with a disk cache for resources and compiled code. */
export interface QuietBrowser extends Visits {
  /** Opens a private context: signed in, with an empty cache, and nothing stored on disk. */
  private(): Promise<Visits>
}

type Send = (method: string, params?: object) => Promise<Record<string, unknown>>

/** Starts the browser on a new profile; `stored` is the localStorage of pages of `origin`. */
export async function openQuietBrowser(origin: string, stored: Stored): Promise<QuietBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'polylogue-quiet-'))
  const flags = [
    ...MEASURED_FLAGS,
    '--headless=new',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
  ]
  const child = spawn(findChromium() ?? 'chromium', [...flags, 'about:blank'], { stdio: 'ignore' })
  // Stops the browser when a measurement fails.
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

/** Stores `stored` in the localStorage of `origin`; returns the functions that open pages. */
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
      // Waits for late requests and for the code cache to be written.
      await sleep(KEPT_MS)
      await page.close()
      return { ms, kB }
    },
  }
}

/** Returns an expression: the bytes received over the network after that many milliseconds. */
const bytesUntil = (ms: number) =>
  `performance.getEntries().reduce((sum, { transferSize = 0, responseEnd }) => responseEnd <= ${ms} ? sum + transferSize : sum, 0)`

/** Returns the DevTools address of a new browser, read from its profile. */
async function addressOf(profile: string): Promise<string> {
  for (let waited = 0; waited < MAX_MS; waited += 100) {
    const text = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '')
    const [port, path] = text.split('\n')
    if (path) return `ws://127.0.0.1:${port}${path}`
    await sleep(100)
  }
  throw new Error('The browser did not begin')
}

interface Message {
  /** Omitted for an event, which is not a response. */
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
  // Brings the page to the front: a page in the background does not paint.
  await send('Emulation.setFocusEmulationEnabled', { enabled: true })
  return {
    send,
    value,
    go: (url) => send('Page.navigate', { url }),
    async until(expression) {
      for (let waited = 0; waited < MAX_MS; waited += LOOK_MS) {
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
