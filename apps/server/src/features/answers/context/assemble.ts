import type { Source } from '@polylogue/contract'
import type { ChatMessage } from '#engines/engine.ts'
import { NONE_USED, usedTogether } from '#features/confidentiality/index.ts'
import { fittingPassages, sourcesOf, withPassages } from './passages.ts'
import type { ContextSource, PromptPart } from './source.ts'
import { estimateTokens } from '@polylogue/retrieval/tokens'
import type { Assembled, Question } from './turn.ts'

/** Context size in tokens of a model that does not report one. */
const USUAL_CONTEXT = 8_192
/** Ollama's default context size, which applies whatever the model supports. */
const OLLAMA_CONTEXT = 4_096

/** Returns how many tokens a prompt may have: the context less the room for the answer (MESSAGE-2). */
export function promptBudget(question: Question): number {
  const known = question.model.contextLength ?? USUAL_CONTEXT
  const standard = question.model.engine.kind === 'ollama' ? Math.min(known, OLLAMA_CONTEXT) : known
  const window = Math.min(question.options.num_ctx ?? standard, question.model.contextLength ?? Infinity)
  const wished = question.options.num_predict ?? -1
  const room = Math.min(wished > 0 ? wished : 2_048, Math.floor(window / 2))
  return window - room
}

/**
 * Assembles the prompt of a turn: one system message, the messages of the sources in their order, then the question after
 * its passages. The question is counted first, because it is always sent; the sources share the rest in their order.
 */
export async function assemble(
  question: Question,
  sources: readonly ContextSource[],
  last: ContextSource,
): Promise<Assembled> {
  const kept = question.continueFrom === undefined ? 0 : estimateTokens(question.continueFrom)
  const budget = promptBudget(question) - kept
  const asked = await last.gather(question, budget)
  const parts: PromptPart[] = []
  let left = budget - (asked.tokens ?? 0)
  for (const source of sources) {
    const { part, tokens } = fitting(await source.gather(question, left), left)
    left -= tokens
    parts.push(part)
  }
  const cited = sourcesOf(parts.flatMap((part) => part.passages ?? []))
  const all = [...parts, asked]
  const reply = parts.find((part) => part.reply !== undefined)?.reply
  return {
    messages: [
      ...systemMessage(parts),
      ...parts.flatMap((part) => part.messages ?? []),
      ...questionWith(asked.messages ?? [], cited),
    ],
    sources: parts.some((part) => part.passages) ? cited : undefined,
    events: [
      ...(cited.length > 0 ? [{ type: 'sources' as const, sources: cited }] : []),
      ...parts.flatMap((part) => part.events ?? []),
    ],
    reply,
    statistics: summed([
      ...all.map((part) => part.statistics ?? {}),
      // No model answers.
      ...(reply === undefined ? [] : [{ withoutModel: 1 }]),
    ]),
    used: usedTogether(parts.map((part) => part.used ?? NONE_USED)),
  }
}

/** A part with the passages that fit, and its total cost. */
function fitting(part: PromptPart, budget: number): { part: PromptPart; tokens: number } {
  const fixed = (part.tokens ?? 0) + (part.system ? estimateTokens(part.system) : 0)
  const { passages = [], statistics } = part
  const { kept, tokens } = fittingPassages(passages, budget - fixed)
  const passagesDropped = passages.length - kept.length
  return {
    part:
      passagesDropped === 0
        ? part
        : { ...part, passages: kept, statistics: { ...statistics, passagesDropped } },
    tokens: fixed + tokens,
  }
}

function systemMessage(parts: readonly PromptPart[]): ChatMessage[] {
  const texts = parts.flatMap((part) => part.system?.trim() || [])
  return texts.length > 0 ? [{ role: 'system', text: texts.join('\n\n') }] : []
}

/** The question is the last of its messages. */
function questionWith(messages: readonly ChatMessage[], cited: readonly Source[]): ChatMessage[] {
  return messages.map((message, index) =>
    index === messages.length - 1 ? { ...message, text: withPassages(message.text, cited) } : message,
  )
}

/** Adds up what several sources left out, by statistic name. Texts are taken as they are. */
function summed(all: readonly Readonly<Record<string, number | string>>[]): Record<string, number | string> {
  const sums: Record<string, number | string> = {}
  for (const statistics of all)
    for (const [name, value] of Object.entries(statistics))
      sums[name] = typeof value === 'string' ? value : Number(sums[name] ?? 0) + value
  return sums
}
