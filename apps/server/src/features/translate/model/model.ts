// Translation by a deployed language model, through the queue of answers (decision 68).
import type { Person } from '#access/index.ts'
import { Problem } from '#problem.ts'
import type { DirectEvent, DirectQuestion } from '#features/answers/index.ts'
import { blocksOf } from '../text/markdown.ts'
import { isFaithful, mask, unmask } from '../text/protect.ts'
import { joined } from '../text/pieces.ts'
import type { Languages, Sending, Translator } from '../translator.ts'
import { problemOfModel } from './problems.ts'
import { promptOf } from './prompt.ts'

const CODES =
  'ar bg bs cs da de el en es et fi fr he hi hr hu id it ja ko lt lv mk nb nl pl pt ro ru sk sl sq sr sv th tr uk vi zh'
const LISTED: ReadonlyMap<string, string> = new Map(CODES.split(' ').map((code) => [code, '']))
const LANGUAGES: Languages = { sources: LISTED, targets: LISTED, targetsOf: undefined }

/** Maximum characters of one request to the model. */
const BLOCK = 2_000
/** Tokens of one translation at most: some for models that think all the same, and for each character of its source. */
const THINKING_TOKENS = 2_048
const TOKENS = 4
/** A translation must have 0.3 to 3 times the characters of its source; shorter sources are not checked. */
const SHORT = 40

interface ModelDeps {
  readonly tag: DirectQuestion['tag'] & { readonly isLocal: boolean }
  readonly isLocal: () => Promise<boolean>
  readonly viewer: Person
  readonly answer: (asked: DirectQuestion) => AsyncIterable<DirectEvent>
}

/** Returns the translator that asks a model for one person. */
export function modelTranslator({ tag, isLocal, viewer, answer }: ModelDeps): Translator {
  const about = { name: tag.fullName, kind: 'model', external: !tag.isLocal } as const
  const ask = async (source: string, messages: DirectQuestion['messages'], sending: Sending) => {
    const { signal, requireMaySend } = sending
    const channel = viewer.kind === 'person' ? 'web' : 'api'
    const asked = {
      viewer,
      channel,
      tag,
      messages,
      options: { temperature: 0, num_predict: tokensFor(source, tag) },
      reasoning: false,
      language: 'en',
      signal,
      atItsTurn: requireMaySend,
    } as const
    try {
      return await textOf(answer(asked))
    } catch (error) {
      signal.throwIfAborted()
      throw problemOfModel(error, about.name)
    }
  }
  const translateBlock = async (block: string, from: string | undefined, to: string, sending: Sending) => {
    const whole = await ask(block, promptOf(block, from, to, 'whole'), sending)
    if (whole !== undefined && isPlausible(block, whole)) return whole
    const { text, kept } = mask(block)
    const marked = await ask(text, promptOf(text, from, to, 'marks'), sending)
    const restored = marked === undefined ? undefined : unmask(marked, kept)
    if (restored !== undefined && isPlausible(block, restored)) return restored
    throw new Problem('TRANSLATION_UNFAITHFUL', { provider: about.name })
  }
  return {
    about,
    isLocal,
    languages: () => Promise.resolve(LANGUAGES),
    async translate(texts, from, to, sending) {
      const translations: string[] = []
      for (const text of texts)
        translations.push(
          await joined(blocksOf(text, BLOCK), async (blocks) => {
            const translated: string[] = []
            for (const block of blocks) translated.push(await translateBlock(block, from, to, sending))
            return translated
          }),
        )
      return { texts: translations, detected: undefined }
    },
  }
}

/** Servers refuse a limit that does not fit into the context beside the prompt. */
function tokensFor(source: string, { contextLength }: Pick<DirectQuestion['tag'], 'contextLength'>): number {
  const most = THINKING_TOKENS + TOKENS * source.length
  return contextLength === null || contextLength <= 0 ? most : Math.min(most, Math.ceil(contextLength / 2))
}

/** Returns the trimmed text of the answer, or undefined if it ended at the maximum length. */
async function textOf(events: AsyncIterable<DirectEvent>): Promise<string | undefined> {
  let text = ''
  let isWhole = false
  for await (const event of events) {
    if (event.type === 'text') text += event.text
    else if (event.type === 'reasoned') text = ''
    else if (event.type === 'end') isWhole = event.reason === 'stop'
  }
  return isWhole ? text.trim() : undefined
}

function isPlausible(source: string, translation: string): boolean {
  if (translation === '' || !isFaithful(source, translation)) return false
  if (source.length < SHORT) return translation.length <= 6 * SHORT
  return translation.length >= 0.3 * source.length && translation.length <= 3 * source.length
}
