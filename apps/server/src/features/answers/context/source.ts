import type { Source } from '@polylogue/contract'
import type { ChatMessage } from '#engines/engine.ts'
import type { UsedSources } from '#features/confidentiality/index.ts'
import type { Question, SourceEvent } from './turn.ts'

/** A passage as an answer cites it, before all of them are numbered. */
export type CitedPassage = Omit<Source, 'id'>

/** What a source adds to a prompt; every field is optional. */
export interface PromptPart {
  /** Added to the one system message, after the text of earlier sources. It is never truncated. */
  readonly system?: string
  /** Placed before the question, in the order of the sources. */
  readonly messages?: readonly ChatMessage[]
  /** Tokens of `messages`; `assemble` counts texts and passages. */
  readonly tokens?: number
  /** Best first: those that do not fit are dropped from the end. Empty when a search found nothing. */
  readonly passages?: readonly CitedPassage[]
  /** The data sources whose text this part has. A source of a turn's text must say so (decision 86). */
  readonly used?: UsedSources
  /** The whole answer: no model is asked. The first source with one decides. */
  readonly reply?: string
  /** Added to the events of the answer, before those of the engine. */
  readonly events?: readonly SourceEvent[]
  /** Counts of what was dropped because it did not fit, by statistic name. */
  readonly statistics?: Readonly<Record<string, number | string>>
}

/**
 * Adds one thing to a prompt: instructions, history, retrieved passages. Each has its own file and a place in `sources`: that of
 * a noun in open-nouns.ts, the others in open-chats.ts. Their order is that of the prompt and of the token budget. `budget` is the
 * number of tokens left.
 */
export interface ContextSource {
  readonly name: string
  gather(question: Question, budget: number): Promise<PromptPart>
}
