// Guide: answers by finding. It quotes the passages of the product's help that answer best, each with its source, and says
// plainly that it quotes and does not generate (reading 7). Needs no weights and no network.
import { OPTION_NAMES } from '@polylogue/contract'
import type { ChatEvent, ChatRequest, Engine, OptionName, OptionUse, Source } from '../engine.ts'
import { indexPassages, words, type Index, type Passage } from './rank.ts'

export type { Passage } from './rank.ts'

const MOST_PASSAGES = 3
/** A passage this much weaker than the best one answers something else. */
const RELATIVE_FLOOR = 0.35

/** Opens Guide over the help; `passages` gives those of a language, the same array as long as they are the same. */
export function openGuide(given: { passages(language: string): Promise<readonly Passage[]> }): Engine {
  const indexes = new WeakMap<readonly Passage[], Index>()
  const indexOf = (passages: readonly Passage[]) => {
    const index = indexes.get(passages) ?? indexPassages(passages)
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
    async *chat(request) {
      const passages = await given.passages(request.language)
      yield* answer(request, passages, indexOf(passages))
    },
    embed: () => Promise.reject(new Error('Guide has no embeddings')),
    close: () => Promise.resolve(),
  }
}

function* answer(request: ChatRequest, passages: readonly Passage[], index: Index): Generator<ChatEvent> {
  request.signal.throwIfAborted()
  const question = request.messages.findLast((message) => message.role === 'user')?.text ?? ''
  const found = index.find(question, MOST_PASSAGES)
  const best = found.filter((ranked) => ranked.score >= (found[0]?.score ?? 0) * RELATIVE_FLOOR)
  const sources = best.map(({ passage }, position): Source => ({
    id: position + 1,
    title: passage.title,
    uri: passage.uri,
    ...(passage.place ? { place: passage.place } : {}),
    quote: passage.text,
  }))
  if (sources.length) yield { type: 'sources', sources }
  const text = sources.length ? quoting(sources) : nothing(passages)
  for (const piece of text.match(/\S*\s+|\S+$/g) ?? []) {
    request.signal.throwIfAborted()
    yield { type: 'text', text: piece }
  }
  const usage = { promptTokens: words(question).length, responseTokens: text.split(/\s+/).length }
  yield { type: 'end', reason: 'stop', usage }
}

function quoting(sources: readonly Source[]): string {
  const parts = sources.map(
    ({ id, title, place, quote }) => `**${place ? `${title}: ${place}` : title}** [${id}]\n\n${quote}`,
  )
  return `From the help, quoted word for word. I find passages; I do not write answers of my own.\n\n${parts.join('\n\n')}`
}

function nothing(passages: readonly Passage[]): string {
  const titles = [...new Set(passages.map((passage) => passage.title))]
  const topics = titles.length ? ` It has topics on: ${titles.join(', ')}.` : ''
  return `I found nothing about this in the help.${topics} I only quote from the help; for questions of your own, choose a language model, or ask an administrator to connect one.`
}
