import type { ChatMessage } from '../../../engines/engine.ts'
import type { Question, SourceEvent } from './turn.ts'

/** A passage for the question, and where it stands: it goes to the model as material and becomes a source of the answer. */
export interface Passage {
  readonly title: string
  readonly text: string
  /** `uri`: a path of this installation or an http(s) address; `place`: a page or heading, for people. */
  readonly source: { readonly uri: string; readonly place?: string }
}

/** What a source brings to a prompt; all of it may be left out. */
export interface Part {
  /** Goes into the one system message at the beginning, after those of the sources before it. It is never cut. */
  readonly system?: string
  /** Stand before the question, in the order of the sources. */
  readonly messages?: readonly ChatMessage[]
  /** How many tokens `messages` have; texts and passages are counted by `assemble`. */
  readonly tokens?: number
  /** The best first: those that do not fit are left out from the end. */
  readonly passages?: readonly Passage[]
  /** Go into the answer's events before those of the engine. */
  readonly events?: readonly SourceEvent[]
  /** What was left out because it did not fit, by statistic name. */
  readonly statistics?: Readonly<Record<string, number>>
}

/**
 * One thing that goes into a prompt: instructions, history, retrieved passages. One file each, and one line in app.ts, where
 * the order of the list is the order of the prompt and of what gets its tokens first. `budget` is how many tokens are left.
 */
export interface ContextSource {
  readonly name: string
  gather(question: Question, budget: number): Promise<Part>
}
