// Guide: answers with quotes. Finds the passages of the product's help that match best, quotes them with their sources, and
// says that it does not generate text (MODEL-3). Needs no weights and no network.
import { OPTION_NAMES, type Source } from '@polylogue/contract'
import type { ChatEvent, ChatRequest, Engine, OptionName, OptionUse } from '../engine.ts'
import { indexPassages, type Index, type HelpPassage } from './rank.ts'
import { sentencesIn } from './sentences.ts'

export type { HelpPassage } from './rank.ts'

const MAX_PASSAGES = 3
/**
 * Maximum characters of a question that are read: every word is compared with every word of the help, on the main thread.
 */
const READ_OF_QUESTION = 4_000
/** Number of previous questions that a follow-up can refer to. */
const MAX_BEFORE = 3
/** A passage whose score is below this share of the best one is not quoted. */
const RELATIVE_FLOOR = 0.35

/** Creates Guide; `passages` returns those of a language, and the same array while they are unchanged. */
export function openGuide(options: { passages(language: string): Promise<readonly HelpPassage[]> }): Engine {
  const indexes = new WeakMap<readonly HelpPassage[], Index>()
  const indexOf = (passages: readonly HelpPassage[], language: string) => {
    const index = indexes.get(passages) ?? indexPassages(passages, language)
    indexes.set(passages, index)
    return index
  }
  return {
    kind: 'guide',
    can: {
      fetch: false,
      load: false,
      remove: false,
      tools: false,
      images: false,
      grammar: false,
      embeddings: false,
      continue: false,
    },
    options: () =>
      Object.fromEntries(OPTION_NAMES.map((name) => [name, 'ignored'])) as Record<OptionName, OptionUse>,
    health: () => Promise.resolve({ ok: true }),
    models: () => Promise.resolve([]),
    async *chat(asked) {
      const request = { ...asked, language: languageOf(asked.language) }
      if (request.sources) {
        yield* quote(request, request.sources)
        return
      }
      const passages = await options.passages(request.language)
      yield* answer(request, passages, indexOf(passages, request.language))
    },
    embed: () => Promise.reject(new Error('Guide has no embeddings')),
    close: () => Promise.resolve(),
  }
}

/** Returns the language of a tag such as `de-AT`; English for an invalid tag. The index is cached per language. */
const languageOf = (tag: string): string => /^[a-z]{2}(?=-|$)/.exec(tag)?.[0] ?? 'en'

function* answer(request: ChatRequest, passages: readonly HelpPassage[], index: Index): Generator<ChatEvent> {
  request.signal.throwIfAborted()
  const saidBy = (role: 'user' | 'assistant') =>
    request.messages.flatMap((message) => (message.role === role ? message.text : [])).toReversed()
  const [question = '', ...earlier] = saidBy('user').slice(0, MAX_BEFORE + 1)
  const answers = saidBy('assistant').slice(0, MAX_BEFORE)
  const found = index.find(question.slice(0, READ_OF_QUESTION), MAX_PASSAGES, {
    questions: earlier.map((text) => text.slice(0, READ_OF_QUESTION)),
    quoted: ({ text }) => answers.some((said) => said.includes(text)),
  })
  const best = found.filter((ranked) => ranked.score >= (found[0]?.score ?? 0) * RELATIVE_FLOOR)
  const sources = best.map(({ passage }, position): Source => ({
    id: position + 1,
    title: passage.title,
    uri: passage.uri,
    ...(passage.place ? { place: passage.place } : {}),
    quote: passage.text,
  }))
  if (sources.length) yield { type: 'sources', sources }
  const { quoting } = sentencesIn(request.language)
  const text = sources.length ? quotes(quoting, sources) : nothing(passages, request.language)
  yield* pieces(request, question, text)
}

/** Quotes the passages that were retrieved from the chat's data source; the caller has sent them as sources. */
function* quote(request: ChatRequest, sources: readonly Source[]): Generator<ChatEvent> {
  const { quotingDocuments, nothingInDocuments } = sentencesIn(request.language)
  const question = request.messages.at(-1)?.text ?? ''
  yield* pieces(request, question, sources.length ? quotes(quotingDocuments, sources) : nothingInDocuments)
}

/** Yields a text word by word, and the end. */
function* pieces(request: ChatRequest, question: string, text: string): Generator<ChatEvent> {
  for (const piece of text.match(/\S+\s*|\s+/g) ?? []) {
    request.signal.throwIfAborted()
    yield { type: 'text', text: piece }
  }
  const usage = { promptTokens: countWords(question), responseTokens: countWords(text) }
  yield { type: 'end', reason: 'stop', usage }
}

const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0

function quotes(before: string, sources: readonly Source[]): string {
  const parts = sources.map(
    ({ id, title, place, quote }) => `**${place ? `${title}: ${place}` : title}** [${id}]\n\n${quote}`,
  )
  return [before, ...parts].join('\n\n')
}

function nothing(passages: readonly HelpPassage[], language: string): string {
  const titles = [...new Set(passages.map((passage) => passage.title))]
  return sentencesIn(language).nothing(titles.join(', '))
}
