// A small translation server for tests: LibreTranslate's and DeepL's API on one port. It "translates" by writing in capitals.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Faults {
  /** Status of every reply, with an optional sentence and Retry-After. */
  status?: number
  error?: string
  retryAfter?: string
  /** Only for the calls whose path contains this. */
  at?: string
  /** Never replies. */
  hangs?: boolean
  /** Destroys the connection. */
  hangsUp?: boolean
  /** The body of every reply with status 200. */
  raw?: string
  /** Returns this many characters in place of a translation. */
  endless?: number
  /** Drops marks such as [[0]] from translations. */
  mangles?: boolean
  /** The detected language of texts that contain a key; of others English. */
  detects?: Record<string, string>
  /** Loses the last translation of a request. */
  loses?: boolean
}

export interface TranslationServerOptions {
  apiKey?: string
  /** LibreTranslate's limit of characters; -1 for none, undefined for a server without the call. */
  charLimit?: number | undefined
  /** Whether LibreTranslate lists the targets of each language. */
  targets?: boolean
}

export interface TranslationServer extends AsyncDisposable {
  readonly url: string
  /** Replaced by a test. */
  faults: Faults
  /** The bodies of the requests for translations, in the order of their arrival. */
  readonly asked: Record<string, unknown>[]
  /** Every text that was sent. */
  texts(): string[]
  /** Number of requests by path. */
  readonly calls: Map<string, number>
  /** Highest number of translations at once, and those that the client abandoned. */
  readonly peak: () => number
  readonly abandoned: () => number
  close(): Promise<void>
}

interface State extends TranslationServerOptions {
  faults: Faults
  readonly asked: Record<string, unknown>[]
  readonly calls: Map<string, number>
  open: number
  peak: number
  abandoned: number
}

/** Milliseconds of a translation, so that several are open at once. */
const WORK_MS = 15

export async function startTranslationServer(
  options: TranslationServerOptions = {},
): Promise<TranslationServer> {
  const state: State = { ...options, faults: {}, asked: [], calls: new Map(), open: 0, peak: 0, abandoned: 0 }
  const server = createServer((req, res) => {
    void receive(req).then((body) => handle(req, res, body, state))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get faults() {
      return state.faults
    },
    set faults(faults) {
      state.faults = faults
    },
    asked: state.asked,
    texts: () => state.asked.flatMap(textsOf),
    calls: state.calls,
    peak: () => state.peak,
    abandoned: () => state.abandoned,
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function receive(req: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of req.setEncoding('utf8') as AsyncIterable<string>) text += chunk
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}

function textsOf(body: Record<string, unknown>): string[] {
  return (body['q'] ?? body['text']) as string[]
}

function handle(
  req: IncomingMessage,
  res: ServerResponse,
  body: Record<string, unknown>,
  state: State,
): void {
  const path = (req.url ?? '/').split('?')[0] ?? ''
  state.calls.set(path, (state.calls.get(path) ?? 0) + 1)
  if (path.endsWith('/translate')) {
    state.asked.push(body)
    state.peak = Math.max(state.peak, ++state.open)
    res.on('close', () => {
      state.open--
      if (!res.writableFinished) state.abandoned++
    })
  }
  if (isFaulty(path, res, state)) return
  if (isWrongKey(req, body, state)) return send(res, 403, { error: 'Invalid API key' })
  setTimeout(() => route(path, new URL(req.url ?? '/', 'http://x'), res, body, state), WORK_MS)
}

function isFaulty(path: string, res: ServerResponse, { faults }: State): boolean {
  if (faults.at !== undefined && !path.includes(faults.at)) return false
  if (faults.hangs) return true
  if (faults.hangsUp) {
    res.destroy()
    return true
  }
  if (faults.raw !== undefined) {
    res.writeHead(200, { 'content-type': 'application/json' }).end(faults.raw)
    return true
  }
  if (faults.status === undefined) return false
  const headers = faults.retryAfter === undefined ? {} : { 'retry-after': faults.retryAfter }
  res.writeHead(faults.status, headers).end(JSON.stringify({ error: faults.error ?? 'injected' }))
  return true
}

function isWrongKey({ headers }: IncomingMessage, body: Record<string, unknown>, { apiKey }: State): boolean {
  if (apiKey === undefined || headers.authorization === `DeepL-Auth-Key ${apiKey}`) return false
  return !('q' in body) ? 'text' in body : body['api_key'] !== apiKey
}

const NAMED = { en: 'English', de: 'German', bg: 'Bulgarian' }

function route(
  path: string,
  url: URL,
  res: ServerResponse,
  body: Record<string, unknown>,
  state: State,
): void {
  switch (path) {
    case '/languages':
      return send(res, 200, libreLanguages(state))
    case '/frontend/settings':
      return state.charLimit === undefined
        ? send(res, 404, {})
        : send(res, 200, { charLimit: state.charLimit, keyRequired: false })
    case '/translate':
      return send(res, 200, {
        translatedText: translations(body, state.faults),
        ...(body['source'] === 'auto'
          ? {
              detectedLanguage: detected(body, state.faults).map((language) => ({
                confidence: 90,
                language,
              })),
            }
          : {}),
      })
    case '/v2/languages':
      return send(res, 200, deepLLanguages(url.searchParams.get('type')))
    case '/v2/translate':
      return send(res, 200, {
        translations: translations(body, state.faults).map((text, at) => ({
          detected_source_language: detected(body, state.faults)[at]?.toUpperCase(),
          text,
        })),
      })
    default:
      return send(res, 404, { error: 'no such path' })
  }
}

/** English and German in both directions, Bulgarian only from English. */
function libreLanguages({ targets: listed = true }: State): unknown {
  const targets: Record<string, string[]> = { en: ['de', 'bg'], de: ['en'], bg: ['en'] }
  return Object.entries(NAMED).map(([code, name]) => ({
    code,
    name,
    ...(listed ? { targets: targets[code] } : {}),
  }))
}

function deepLLanguages(type: string | null): unknown {
  const sources = { EN: 'English', DE: 'German', BG: 'Bulgarian' }
  const targets = {
    'EN-GB': 'English (British)',
    'EN-US': 'English (American)',
    DE: 'German',
    BG: 'Bulgarian',
  }
  return Object.entries(type === 'target' ? targets : sources).map(([language, name]) => ({ language, name }))
}

function detected(body: Record<string, unknown>, { detects = {} }: Faults): string[] {
  return textsOf(body).map((text) => Object.entries(detects).find(([key]) => text.includes(key))?.[1] ?? 'en')
}

function translations(body: Record<string, unknown>, { endless, mangles, loses }: Faults): string[] {
  const translated = textsOf(body).map((text) => {
    if (endless !== undefined) return 'x'.repeat(endless)
    const capitals = text.toUpperCase()
    return mangles ? capitals.replace(/\[\[\d+\]\]/g, '') : capitals
  })
  return loses ? translated.slice(0, -1) : translated
}

function send(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
