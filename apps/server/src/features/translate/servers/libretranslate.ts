// LibreTranslate and servers with the same API.
import { Problem } from '#problem.ts'
import { translateUnits } from '../text/pieces.ts'
import type { Languages } from '../translator.ts'
import { batchesOf, sendBatches } from './batches.ts'
import { openDetected, type Detected } from './detected.ts'
import { isRecord } from '#platform/outbound/index.ts'
import type { OpenServer, ServerAdapter } from './open.ts'
import { remembered } from './remembered.ts'

/** Characters of one request if the server has no limit, so that a long text uses several parallel requests. */
const MAX_CHARACTERS = 4_000
/** The limit for servers that do not report one. */
const UNKNOWN_LIMIT = 2_000
const MAX_TEXTS = 50

interface Known extends Languages {
  /** Characters per request. */
  readonly limit: number
}

export function libreTranslate({ about, clock, apiKey, clientFor }: OpenServer): ServerAdapter {
  const key = apiKey === undefined ? {} : { api_key: apiKey }
  const client = clientFor({}, (sentence) =>
    /not (supported|available)/i.test(sentence)
      ? new Problem('TRANSLATE_PAIR', { provider: about.name })
      : undefined,
  )
  const known = remembered<Known>(clock, async (signal) => {
    const languages = languagesOf(await client.json({ path: '/languages' }, signal), about.name)
    return { ...languages, limit: await limitOf(client.json({ path: '/frontend/settings' }, signal)) }
  })
  const send = async (
    texts: readonly string[],
    source: string,
    target: string,
    signal: AbortSignal,
    detected: Detected,
  ) => {
    const body = { q: texts, source, target, format: 'text', ...key }
    const reply = await client.json({ path: '/translate', body }, signal)
    const translated = isRecord(reply) ? reply['translatedText'] : undefined
    if (!Array.isArray(translated) || translated.length !== texts.length || !translated.every(isText))
      throw new Problem('TRANSLATOR_FAILED', { provider: about.name })
    if (source === 'auto' && isRecord(reply)) addDetected(detected, texts, reply['detectedLanguage'])
    return translated
  }
  return {
    about,
    languages: () => known.get(),
    async translate(texts, from, to, sending) {
      const { limit } = await known.get()
      const detected = openDetected()
      const sendAll = (units: readonly string[]) =>
        sendBatches(
          batchesOf(units, { texts: MAX_TEXTS, characters: limit }),
          (batch, stop) => send(batch, from ?? 'auto', to, stop, detected),
          sending,
        )
      const translations: string[] = []
      for (const text of texts)
        translations.push(
          await translateUnits(text, limit, sendAll).catch((error: unknown) => known.doubt(error)),
        )
      return { texts: translations, detected: detected.most() }
    },
    close: () => client.close(),
  }
}

/** Notes one language for each text, or one for all if the server sends no list. */
function addDetected(detected: Detected, texts: readonly string[], found: unknown): void {
  texts.forEach((text, at) => {
    const one: unknown = Array.isArray(found) ? found[at] : found
    detected.add(isRecord(one) ? one['language'] : undefined, text)
  })
}

const isText = (value: unknown): value is string => typeof value === 'string'

function languagesOf(reply: unknown, provider: string): Languages {
  if (!Array.isArray(reply)) throw new Problem('TRANSLATOR_FAILED', { provider })
  const sources = new Map<string, string>()
  const targets = new Map<string, ReadonlySet<string>>()
  for (const one of reply as unknown[]) {
    if (!isRecord(one) || !isText(one['code'])) continue
    sources.set(one['code'], isText(one['name']) ? one['name'] : '')
    if (Array.isArray(one['targets'])) targets.set(one['code'], new Set(one['targets'].filter(isText)))
  }
  if (sources.size === 0) throw new Problem('TRANSLATOR_FAILED', { provider })
  // Servers before 1.3 do not list targets.
  if (targets.size === 0) return { sources, targets: sources, targetsOf: undefined }
  const all = new Set([...targets.values()].flatMap((codes) => [...codes]))
  return {
    sources,
    targets: new Map([...all].map((code) => [code, sources.get(code) ?? ''])),
    targetsOf: (source) => targets.get(source) ?? new Set(),
  }
}

/** Returns the server's limit of characters. Servers without this call can still translate. */
async function limitOf(settings: Promise<unknown>): Promise<number> {
  const reply = await settings.catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'TRANSLATOR_FAILED') return undefined
    throw error
  })
  const limit = isRecord(reply) ? reply['charLimit'] : undefined
  if (typeof limit !== 'number' || !Number.isInteger(limit)) return UNKNOWN_LIMIT
  return limit <= 0 ? MAX_CHARACTERS : Math.min(limit, MAX_CHARACTERS)
}
