// The text that recognition reads in a scan or picture before a question is sent with it.
import { z } from 'zod'
import { RECOGNIZED_LIMITS } from './limits.ts'
import { list } from './list.ts'

/** What recognition read in a file. Sent with the file, the model gets it instead of the picture. */
export const RecognizedText = z.object({
  text: z.string().min(1).max(RECOGNIZED_LIMITS.characters),
  /** How certain it is, 0 to 100. */
  confidence: z.number().int().min(0).max(100),
  /** Numbers of the recognised pages; none for a picture. */
  pages: list(z.number().int().min(1).max(1_000_000), RECOGNIZED_LIMITS.pages),
})
export type RecognizedText = z.infer<typeof RecognizedText>

/** The last event of `prompts/files/text`: what was read, and which pages stay without text. */
export interface RecognizedFile {
  /** Null if no text was found. */
  readonly recognized: RecognizedText | null
  readonly pagesWithoutText: readonly number[]
}

/** Its events before: the pages that are read, of those that are to be. */
export interface RecognizedSoFar {
  readonly done: number
  readonly of: number
}
