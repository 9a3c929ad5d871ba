// The common envelope and error form of all responses (API-2, API-3).
import { z } from 'zod'
import type { ProblemCode, ProblemParams } from './problems.ts'

/** A success response: `messageContent.meta` and `messageContent.data`. */
export interface Envelope<D = unknown, M = unknown> {
  messageContent: { meta: M; data: D }
}

/** An error response; `issues` is set for validation errors, `limit` where one was exceeded, `params` what the sentence names. */
export interface Failure {
  errorCode: ProblemCode
  errorMessage: string
  messageContent: {
    meta: {
      requestId: string
      issues?: { path: string; message: string }[]
      limit?: number
      params?: ProblemParams
    }
    data: null
  }
}

export const FailureSchema = z.object({
  errorCode: z.string(),
  errorMessage: z.string(),
  messageContent: z.object({
    meta: z.object({
      requestId: z.string(),
      issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
      limit: z.number().optional(),
      params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    }),
    data: z.null(),
  }),
})

/** An id in a path: a positive safe integer. */
export const Id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** An id in a body; 0 means none where a call says so. */
export const IdOrNone = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER)

export const BodyId = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** Times are ISO 8601 in UTC. */
export const Time = z.iso.datetime()

export const Nothing = z.object({})

/** Parameters of long lists: at most 500 entries, 100 by default, and the cursor of the last page. */
export const Page = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: z.string().max(200).optional(),
})

/** Cursor of the next page; null at the end. */
export const PageMeta = z.object({ nextCursor: z.string().nullable() })

/** A name from user input of at most `max` characters: trimmed, not empty, without control characters. */
export const nameOf = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !hasControlCharacter(text), 'must not contain control characters')
    .transform(wellFormed)

export const Name = nameOf(200)

/** A text from user input: well-formed Unicode; NUL is refused because it cannot be stored. `tidied` is checked. */
export const text = (max: number, tidied = z.string()) =>
  tidied
    .max(max)
    .refine((value) => !value.includes('\0'), 'must not contain NUL')
    .transform(wellFormed)

// Replaces lone surrogates: databases do not store them.
function wellFormed(value: string): string {
  return value.toWellFormed()
}

function hasControlCharacter(value: string): boolean {
  for (const character of value) if (character < ' ' || character === '\u007f') return true
  return false
}
