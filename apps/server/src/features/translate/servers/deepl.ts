// DeepL, through its API for programs.
import { Problem } from '#problem.ts'
import { translateUnits } from '../text/pieces.ts'
import type { Languages } from '../translator.ts'
import { batchesOf, sendBatches } from './batches.ts'
import { openDetected, type Detected } from './detected.ts'
import { isRecord } from '#platform/outbound/index.ts'
import type { OpenServer, ServerAdapter } from './open.ts'
import { remembered } from './remembered.ts'

/** Characters of one text, and the limits of one request: DeepL takes 50 texts and 128 KiB. */
const TEXT_CHARACTERS = 5_000
const REQUEST = { texts: 50, characters: 20_000 }

export function deepL({ about, clock, apiKey = '', clientFor }: OpenServer): ServerAdapter {
  const client = clientFor({ authorization: `DeepL-Auth-Key ${apiKey}` }, (sentence) =>
    /(source|target)_lang/i.test(sentence)
      ? new Problem('TRANSLATE_PAIR', { provider: about.name })
      : undefined,
  )
  const list = async (type: 'source' | 'target', signal: AbortSignal) =>
    mapOf(await client.json({ path: `/v2/languages?type=${type}` }, signal), about.name)
  const known = remembered<Languages>(clock, async (signal) => ({
    sources: await list('source', signal),
    targets: await list('target', signal),
    targetsOf: undefined,
  }))
  const send = async (
    texts: readonly string[],
    from: string | undefined,
    to: string,
    signal: AbortSignal,
    detected: Detected,
  ): Promise<readonly string[]> => {
    const source = from === undefined ? {} : { source_lang: from }
    const body = { text: texts, ...source, target_lang: to, preserve_formatting: true }
    const reply = await client.json({ path: '/v2/translate', body }, signal)
    const list: unknown = isRecord(reply) ? reply['translations'] : undefined
    const translated = Array.isArray(list)
      ? list.map((one: unknown) => (isRecord(one) ? one['text'] : undefined))
      : []
    if (translated.length !== texts.length || !translated.every((text) => typeof text === 'string'))
      throw new Problem('TRANSLATOR_FAILED', { provider: about.name })
    if (from === undefined && Array.isArray(list))
      texts.forEach((text, at) => {
        const one: unknown = list[at]
        detected.add(isRecord(one) ? one['detected_source_language'] : undefined, text)
      })
    return translated
  }
  return {
    about,
    languages: () => known.get(),
    async translate(texts, from, to, sending) {
      const detected = openDetected()
      const sendAll = (units: readonly string[]) =>
        sendBatches(
          batchesOf(units, REQUEST),
          (batch, stop) => send(batch, from, to, stop, detected),
          sending,
        )
      const translations: string[] = []
      for (const text of texts)
        translations.push(
          await translateUnits(text, TEXT_CHARACTERS, sendAll).catch((error: unknown) => known.doubt(error)),
        )
      return { texts: translations, detected: detected.most() }
    },
    close: () => client.close(),
  }
}

function mapOf(reply: unknown, provider: string): ReadonlyMap<string, string> {
  const languages = new Map<string, string>()
  for (const one of Array.isArray(reply) ? (reply as unknown[]) : [])
    if (isRecord(one) && typeof one['language'] === 'string')
      languages.set(one['language'], typeof one['name'] === 'string' ? one['name'] : '')
  if (languages.size === 0) throw new Problem('TRANSLATOR_FAILED', { provider })
  return languages
}
