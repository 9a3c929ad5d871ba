// Translates a question into the languages of the documents, because a search by words does not work across languages.
import type { TextLanguage } from '@polylogue/retrieval'
import type { TurnModel } from '#features/answers/index.ts'

interface Translating extends Pick<TurnModel, 'engine' | 'engineName'> {
  /** Decides directly before the question is sent, and rejects if the model must not get it. */
  readonly mayAsk: () => Promise<void>
}

/** A slow model must not delay the answer: after this time, the question is searched as it is. */
const TIMEOUT_MS = 2_000
/** Characters of the question, and of its translation. */
const LONGEST = 1_000

/** Tokens of a translation at most: some for models that think first, and for each character of the question. */
const ANY_TOKENS = 256
const TOKENS = 2

const NAMES: Readonly<Record<TextLanguage, string>> = { en: 'English', de: 'German', bg: 'Bulgarian' }

/**
 * Returns the question in another language, translated by the model that answers it. Returns undefined if the model does not
 * answer within two seconds, must not get the question, or is Guide, which cannot translate.
 */
export async function translatedQuestion(
  q: string,
  to: TextLanguage,
  { engine, engineName, mayAsk }: Translating,
  signal: AbortSignal = AbortSignal.timeout(TIMEOUT_MS),
): Promise<string | undefined> {
  if (engine.kind === 'guide' || q.length > LONGEST) return undefined
  const question = {
    model: engineName,
    messages: [
      {
        role: 'system',
        text: `Translate the user's question into ${NAMES[to]}. Write only the translation. Do not answer the question.`,
      },
      { role: 'user', text: q },
    ],
    options: { temperature: 0, num_predict: ANY_TOKENS + TOKENS * q.length },
    language: 'en',
    signal,
    firstTokenTimeoutMs: TIMEOUT_MS,
    idleTimeoutMs: TIMEOUT_MS,
  } as const
  let text = ''
  try {
    await mayAsk()
    for await (const event of engine.chat(question)) {
      if (event.type === 'text') text += event.text
      if (event.type === 'reasoned') text = ''
      if (text.length > LONGEST) return undefined
    }
  } catch {
    // The answer itself reports failures of the engine, and that it must not be asked.
    return undefined
  }
  // Stored with the answer: databases store neither NUL nor lone surrogates.
  return text.replaceAll('\0', ' ').toWellFormed().trim() || undefined
}
