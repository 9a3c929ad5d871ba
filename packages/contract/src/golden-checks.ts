// What the answers of golden sets are checked for (decision 71).
import { z } from 'zod'
import { BodyId, text } from './envelope.ts'
import { GOLDEN_LIMITS, PATTERN_FLAGS } from './golden-limits.ts'

/** A text that is not empty. */
export const filled = (max: number) => text(max).refine((value) => value.trim() !== '', 'must not be empty')

const Pattern = filled(GOLDEN_LIMITS.pattern).refine(isPattern, 'is not a regular expression')
const Schema = text(GOLDEN_LIMITS.schema).refine(isJsonSchema, 'is not a JSON Schema that can be checked')

/** What an answer must hold. */
export const Check = z.discriminatedUnion('kind', [
  /** The text, in upper or lower case. */
  z.object({ kind: z.literal('contains'), text: filled(GOLDEN_LIMITS.text) }),
  /** The regular expression, with the flags u, i, m and s. */
  z.object({ kind: z.literal('matches'), pattern: Pattern }),
  /** The answer, or its one code block, is JSON of this JSON Schema; any JSON when it is empty. */
  z.object({ kind: z.literal('json'), schema: Schema }),
  /** At most so many characters. */
  z.object({ kind: z.literal('shorter'), characters: z.number().int().min(1).max(1_000_000) }),
  /** One of its sources has the text in its title or address. */
  z.object({ kind: z.literal('cites'), text: filled(GOLDEN_LIMITS.text) }),
  /** The model decides by the rule. */
  z.object({ kind: z.literal('judge'), modelTagId: BodyId, rule: filled(GOLDEN_LIMITS.rule) }),
])
export type Check = z.infer<typeof Check>

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, PATTERN_FLAGS).test('')
    return true
  } catch {
    return false
  }
}

function isJsonSchema(source: string): boolean {
  if (source.trim() === '') return true
  try {
    const schema: unknown = JSON.parse(source)
    if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return false
    z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
    return true
  } catch {
    return false
  }
}
