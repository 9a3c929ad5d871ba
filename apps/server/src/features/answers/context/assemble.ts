import type { Assembled, Question } from './turn.ts'
import type { ContextSource, Part } from './source.ts'
import { estimateTokens } from './tokens.ts'

/** Tokens taken for granted of a model that does not tell how many fit. */
const USUAL_CONTEXT = 8_192
/** What Ollama loads a model with unless it is told otherwise, however much the model could. */
const OLLAMA_CONTEXT = 4_096

/** How many tokens a prompt may have: the window less the room for the answer (reading 5). */
export function promptBudget(question: Question): number {
  const known = question.model.contextLength ?? USUAL_CONTEXT
  const standard = question.model.engine.kind === 'ollama' ? Math.min(known, OLLAMA_CONTEXT) : known
  const window = Math.min(question.options.num_ctx ?? standard, question.model.contextLength ?? Infinity)
  const wished = question.options.num_predict ?? -1
  const room = Math.min(wished > 0 ? wished : 2_048, Math.floor(window / 2))
  return window - room
}

/**
 * The prompt of a turn: every source in its order. The question is counted first, because it always goes along; the others
 * share what is left in the order of the list.
 */
export async function assemble(
  question: Question,
  sources: readonly ContextSource[],
  last: ContextSource,
): Promise<Assembled> {
  const kept = question.continueFrom === undefined ? 0 : estimateTokens(question.continueFrom)
  const budget = promptBudget(question) - kept
  const asked = await last.gather(question, budget)
  const parts: Part[] = []
  let left = budget - asked.tokens
  for (const source of sources) {
    const part = await source.gather(question, left)
    left -= part.tokens
    parts.push(part)
  }
  const all = [...parts, asked]
  return {
    messages: all.flatMap((part) => part.messages),
    statistics: Object.assign({}, ...all.map((part) => part.statistics ?? {})) as Record<string, number>,
  }
}
