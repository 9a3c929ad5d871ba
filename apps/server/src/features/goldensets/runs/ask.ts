// Asks one prompt of one tag, and collects the answer with its figures.
import type { Source } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import { Problem } from '#problem.ts'
import { speedOf } from '#features/answers/index.ts'
import type { AskableTag } from '#features/models/index.ts'
import type { OpenedRunsDeps } from './deps.ts'
import type { EndedAnswer, NextPrompt } from './rows.ts'

export interface AskContext {
  readonly viewer: Person
  readonly tag: AskableTag
  readonly language: string
  readonly signal: AbortSignal
}

/** A prompt whose run ended while it waited. */
export class NotAsked extends Error {}

/**
 * Asks a prompt like the first question of a new chat. Calls `begin` when its turn has come, before the engine is asked; it
 * returns false when the prompt must not be asked any more. An answer that fails is returned with its error.
 * @throws Problem when there was no turn, for example TOO_MANY_STREAMS; NotAsked; the signal's reason
 */
export async function askPrompt(
  { answers }: Pick<OpenedRunsDeps, 'answers'>,
  { viewer, tag, language, signal }: AskContext,
  { prompt, options, custInstWhoId, custInstRespondId }: NextPrompt,
  begin: () => Promise<boolean>,
): Promise<EndedAnswer> {
  const choices = { custInstWhoId, custInstRespondId }
  const question = { viewer, channel: 'replay' as const, tag, prompt, options, choices, language, signal }
  const collected = newAnswer()
  let begun = false
  try {
    for await (const event of answers.answerAlone(question)) {
      if (!begun && event.type === 'status' && event.phase === 'reading') {
        if (!(await begin())) throw new NotAsked()
        begun = true
        collected.since = performance.now()
      } else if (event.type === 'text') collected.add(event.text)
      else if (event.type === 'reasoned') collected.text = ''
      else if (event.type === 'thinking') collected.first ??= performance.now()
      else if (event.type === 'sources') collected.sources = event.sources
      else if (event.type === 'end') collected.usage = event.usage
    }
    return ended(collected)
  } catch (error) {
    if (signal.aborted || !begun || !(error instanceof Problem)) throw error
    return ended(collected, error)
  }
}

function newAnswer() {
  return {
    text: '',
    since: performance.now(),
    first: undefined as number | undefined,
    sources: [] as readonly Source[],
    usage: { promptTokens: null, responseTokens: null } as {
      promptTokens: number | null
      responseTokens: number | null
    },
    add(text: string) {
      this.first ??= performance.now()
      this.text += text
    },
  }
}

function ended(answer: ReturnType<typeof newAnswer>, problem?: Problem): EndedAnswer {
  const { text, since, first, sources, usage } = answer
  const now = performance.now()
  return {
    responseText: text,
    errorCode: problem?.code ?? null,
    errorMessage: problem?.message ?? null,
    sources,
    tokensPrompt: usage.promptTokens,
    tokensResponse: usage.responseTokens,
    tokensPerSecond: speedOf(usage.responseTokens, first === undefined ? null : now - first),
    overallMs: Math.round(now - since),
  }
}
