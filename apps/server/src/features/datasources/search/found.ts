// Input and result of a search.
import type { SearchMeta } from '@polylogue/contract'
import type { Judged, MissingWords, Passage, Ranked, TextLanguage } from '@polylogue/retrieval'
import type * as store from './store.ts'

/** A found passage with what is stored of it. */
export type FoundPassage = Passage & store.ChunkRow

/** All passages that a question finds, the best first. */
export interface FoundPassages {
  readonly hits: readonly FoundPassage[]
  readonly ranked: Ranked
  readonly missing: MissingWords
  readonly languages: readonly TextLanguage[]
  /** Numbers of documents and chunks that can be found. */
  readonly searched: { readonly documents: number; readonly chunks: number }
  readonly about: ExplainedChunk | undefined
  /** Whether the question was read together with the one before it. */
  readonly together: boolean
  readonly vectors: SearchMeta['vectors']
  /** Whether the question is in a language that the documents do not have. */
  readonly isForeign: boolean
  /** Its translation, which was searched, too; null without one. */
  readonly translation: string | null
}

/** The chunk to explain. */
export interface ExplainedChunk {
  readonly chunkId: number
  /** Undefined if the data sources no longer have it. */
  readonly chunk: store.ChunkRow | undefined
  readonly scored: Judged | null
  readonly rank: number | null
}

export interface SearchQuestion {
  readonly q: string
  /** The viewer key of who asks. */
  readonly asker: string
  /** The question before it in the chat. */
  readonly before?: string | undefined
  /** Whether it may repeat confidential documents: then no external model makes its vector. */
  readonly isConfidential?: boolean | undefined
  /** Decides the same again directly before its vector is requested. */
  readonly isConfidentialNow?: (() => Promise<boolean>) | undefined
  /** A chunk to explain, or a document whose best chunk is explained. */
  readonly about?: number | undefined
  readonly aboutMedia?: number | undefined
  /** Translates the question; returns undefined without a translation in time. */
  readonly translate?: ((to: TextLanguage) => Promise<string | undefined>) | undefined
}

/** A question with the limits of its answer. */
export interface LimitedQuestion extends SearchQuestion {
  /** Number of passages of the result, and of an answer. */
  readonly limit: number
  /** Tokens for passages; unlimited by default. */
  readonly budget?: number | undefined
}
