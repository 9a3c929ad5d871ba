import type { ChatMessage } from '../../../engines/engine.ts'
import type { Question } from './turn.ts'

/** What a source brings to a prompt, and what it left out because it did not fit, by statistic name. */
export interface Part {
  readonly messages: readonly ChatMessage[]
  readonly tokens: number
  readonly statistics?: Readonly<Record<string, number>>
}

/**
 * One thing that goes into a prompt: instructions, history, retrieved passages, attachments. One file each; the order of
 * the list in app.ts is the order in the prompt. `budget` is how many tokens are left for it.
 */
export interface ContextSource {
  readonly name: string
  gather(question: Question, budget: number): Promise<Part>
}
