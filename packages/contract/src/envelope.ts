// The one envelope and the one error form (reading 1).
import { z } from 'zod'
import type { ProblemCode } from './problems.ts'

/** A success: `messageContent.meta` and `messageContent.data`. */
export interface Envelope<D = unknown, M = unknown> {
  messageContent: { meta: M; data: D }
}

/** A failure. `issues` stands there for a validation error. */
export interface Failure {
  errorCode: ProblemCode
  errorMessage: string
  messageContent: { meta: { requestId: string; issues?: { path: string; message: string }[] }; data: null }
}

export const FailureSchema = z.object({
  errorCode: z.string(),
  errorMessage: z.string(),
  messageContent: z.object({
    meta: z.object({
      requestId: z.string(),
      issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    }),
    data: z.null(),
  }),
})

/** An id in a path: a positive integer within what JavaScript counts exactly. */
export const Id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** An id in a body; 0 stands for none where the specifications say so. */
export const IdOrNone = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER)

export const BodyId = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** Times are ISO 8601 in UTC. */
export const Time = z.iso.datetime()

export const Nothing = z.object({})

/** Parameters of long lists: at most 500 entries, 100 unless told, and where the last page ended. */
export const Page = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: z.string().max(200).optional(),
})

/** Where the next page begins; null at the end. */
export const PageMeta = z.object({ nextCursor: z.string().nullable() })

/** A name people give: trimmed, never empty, without control characters. */
export const Name = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((text) => !hasControlCharacter(text), 'must not contain control characters')
  .transform(wellFormed)

/** A text people give, well-formed Unicode; NUL cannot be stored and is refused. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\0'), 'must not contain NUL')
    .transform(wellFormed)

// Half a surrogate pair is no character: no database stores it.
function wellFormed(value: string): string {
  return value.toWellFormed()
}

function hasControlCharacter(value: string): boolean {
  for (const character of value) if (character < ' ' || character === '\u007f') return true
  return false
}
