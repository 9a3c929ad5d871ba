// What this server can do, seen through all that is between it and this browser.
import { API_ROOT, contract } from '@polylogue/contract/browser'
import { ApiProblem, type Api } from '#lib/api.ts'
import type { PublicConfig } from '#lib/config.ts'
import type { Format } from '#lib/format.ts'
import type { Check, Outcome, SERVER_CHECKS } from './outcome.ts'

export interface ServerTexts {
  readonly yes: string
  readonly no: string
  readonly degraded: string
  readonly signedOut: string
  readonly page: string
  readonly request: string
  readonly file: string
  /** The status of a reply that is no reply of the product. */
  status(status: number): string
}

export interface ServerChecksOptions {
  readonly api: Api
  readonly config: PublicConfig
  /** The version of this page. */
  readonly pageVersion: string
  /** Undefined while nobody is signed in. */
  readonly userId: number | undefined
  readonly texts: ServerTexts
  readonly format: Format
  /** For tests: milliseconds to wait for the first bytes of a stream. */
  readonly streamMs?: number
}

/** The server sends a sign of life every 15 seconds. */
const STREAM_MS = 20_000
/** Slower than this, typing and menus that ask the server feel slow. */
const SLOW_MS = 1_000
/** A difference from which tokens seem expired, or times look wrong. */
const CLOCK_MS = 60_000
/** More than many proxies let through by default. */
const TRIED_BYTES = 2_000_000

export function serverChecks(options: ServerChecksOptions): Record<(typeof SERVER_CHECKS)[number], Check> {
  const { api, config, format, texts, pageVersion } = options
  const health = (signal: AbortSignal) => healthOf(api, signal)
  return {
    reach: async (signal) => {
      const { status } = await health(signal)
      return status === 'ok' ? good(texts.yes) : { state: 'warn', value: texts.degraded }
    },
    version: async (signal) => {
      const { version } = await health(signal)
      const state = version === pageVersion ? 'ok' : 'warn'
      return { state, value: `${version}; ${texts.page}: ${pageVersion}` }
    },
    api: () => info(API_ROOT),
    roundTrip: async (signal) => {
      const took: number[] = []
      for (let tries = 0; tries < 5; tries++) took.push((await health(signal)).ms)
      const median = took.toSorted((one, other) => one - other)[2] ?? 0
      return { state: median > SLOW_MS ? 'warn' : 'ok', value: `${Math.round(median)} ms` }
    },
    clock: async (signal) => {
      const { date, at } = await health(signal)
      if (Number.isNaN(date)) return info('–')
      // The header has whole seconds.
      const ms = date + 500 - at
      const seconds = Math.round(ms / 1_000)
      return {
        state: Math.abs(ms) > CLOCK_MS ? 'warn' : 'ok',
        value: `${seconds > 0 ? '+' : ''}${seconds} s`,
      }
    },
    protocol: async (signal) => {
      await health(signal)
      return info(protocolOf() || '–')
    },
    uploadLimits: () =>
      info(
        `${format.size(config.uploadBytes)} ${texts.request}` +
          (config.attachments.maxBytes < 0
            ? ''
            : `, ${format.size(config.attachments.maxBytes)} ${texts.file}`),
      ),
    upload: (signal) => uploadOf(options, signal),
    events: (signal) => eventsOf(options, signal),
  }
}

const good = (value: string): Outcome => ({ state: 'ok', value })
const info = (value: string): Outcome => ({ state: 'info', value })

interface Health {
  readonly status: string
  readonly version: string
  readonly ms: number
  /** The server's clock, and this browser's at the same time. */
  readonly date: number
  readonly at: number
}

async function healthOf(api: Api, signal: AbortSignal): Promise<Health> {
  const before = performance.now()
  const begun = Date.now()
  const response = await api.open(contract.tools.health, {}, { signal })
  const ms = performance.now() - before
  const { status = '', version = '' } = (await response.json()) as Partial<Health>
  return { status, version, ms, date: Date.parse(response.headers.get('date') ?? ''), at: begun + ms / 2 }
}

function protocolOf(): string {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return (
    entries.findLast(({ name }) => name.endsWith(`/${contract.tools.health.path}`))?.nextHopProtocol ?? ''
  )
}

/** Sends a text that the server reads and forgets. A proxy with a lower limit refuses it with a page of its own. */
async function uploadOf(options: ServerChecksOptions, signal: AbortSignal): Promise<Outcome> {
  const { api, config, format, texts, userId } = options
  if (userId === undefined) return { state: 'skipped', value: texts.signedOut }
  const { maxBytes } = config.attachments
  const bytes = Math.min(TRIED_BYTES, config.uploadBytes / 2, maxBytes < 0 ? TRIED_BYTES : maxBytes)
  const base64 = btoa('Polylogue\n'.repeat(Math.floor(bytes / 10)))
  const body = { name: 'test.txt', mime_type: 'text/plain', base64 }
  try {
    await api.call(contract.answers.readFile, { body }, { signal })
    return good(format.size(bytes))
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    return { state: 'bad', value: `${format.size(bytes)}: ${texts.status(error.status)}` }
  }
}

/** Opens a stream and waits for its first bytes. A proxy that collects replies holds them back. */
async function eventsOf(options: ServerChecksOptions, signal: AbortSignal): Promise<Outcome> {
  const { api, texts, userId, streamMs = STREAM_MS } = options
  if (userId === undefined) return { state: 'skipped', value: texts.signedOut }
  const ended = new AbortController()
  const timer = setTimeout(() => ended.abort(), streamMs)
  const begun = performance.now()
  const request = { params: { id: userId }, query: {} }
  try {
    const ends = AbortSignal.any([signal, ended.signal])
    const response = await api.open(contract.notifications.subscribe, request, { signal: ends })
    const { value } = (await response.body?.getReader().read()) ?? {}
    if (!value?.length) return { state: 'bad', value: texts.no }
    return good(`${((performance.now() - begun) / 1_000).toFixed(1)} s`)
  } catch (error) {
    signal.throwIfAborted()
    if (ended.signal.aborted) return { state: 'bad', value: texts.no }
    if (!(error instanceof ApiProblem)) throw error
    return { state: 'bad', value: texts.status(error.status) }
  } finally {
    clearTimeout(timer)
    ended.abort()
  }
}
