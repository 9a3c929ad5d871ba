// The parts that the replies of several calls have.
import type { ChatEvent, Usage } from '#engines/engine.ts'

/** Fields that a reply and every chunk of it have. */
export interface Identity {
  readonly id: string
  /** Seconds since 1970. */
  readonly created: number
  readonly model: string
}

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter'

/** Token counts of the engine; 0 if it does not count, because programs add them up. */
export function wireUsage({ promptTokens, responseTokens }: Usage) {
  const prompt = promptTokens ?? 0
  const completion = responseTokens ?? 0
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion }
}

/** Returns OpenAI's finish reason. */
export function finishReason(
  reason: Extract<ChatEvent, { type: 'end' }>['reason'],
  seen: { readonly called: boolean; readonly filtered: boolean },
): FinishReason {
  if (seen.filtered) return 'content_filter'
  if (reason === 'tool-calls' || (reason === 'stop' && seen.called)) return 'tool_calls'
  return reason
}
