// What the answers of golden sets are checked for (decision 71).
import { z } from 'zod'
import { BodyId, text } from './envelope.ts'
import { GOLDEN_LIMITS } from './golden-limits.ts'

/** A text that is not empty. */
export const filled = (max: number) => text(max).refine((value) => value.trim() !== '', 'must not be empty')

/**
 * What an answer must hold. Regular expressions and JSON Schemas are compiled in another process, because compiling one can
 * take forever (decision 84).
 */
export const Check = z.discriminatedUnion('kind', [
  /** The text, in upper or lower case. */
  z.object({ kind: z.literal('contains'), text: filled(GOLDEN_LIMITS.text) }),
  /** The regular expression, with the flags u, i, m and s. */
  z.object({ kind: z.literal('matches'), pattern: filled(GOLDEN_LIMITS.pattern) }),
  /** The answer, or its one code block, is JSON of this JSON Schema; any JSON when it is empty. */
  z.object({ kind: z.literal('json'), schema: text(GOLDEN_LIMITS.schema) }),
  /** At most so many characters. */
  z.object({ kind: z.literal('shorter'), characters: z.number().int().min(1).max(1_000_000) }),
  /** One of its sources has the text in its title or address. */
  z.object({ kind: z.literal('cites'), text: filled(GOLDEN_LIMITS.text) }),
  /** The model decides by the rule. */
  z.object({ kind: z.literal('judge'), modelTagId: BodyId, rule: filled(GOLDEN_LIMITS.rule) }),
])
export type Check = z.infer<typeof Check>

/** Returns the regular expression or JSON Schema of a check; undefined when it has none. */
export function expressionOf(check: Check): string | undefined {
  if (check.kind === 'matches') return check.pattern
  return check.kind === 'json' && check.schema.trim() !== '' ? check.schema : undefined
}

/** Whether the different expressions of a set are together short enough to be compiled at each change. */
export function fitsExpressions(prompts: readonly { readonly checks: readonly Check[] }[]): boolean {
  const different = new Set(prompts.flatMap(({ checks }) => checks.map(expressionOf)))
  let characters = 0
  for (const expression of different) characters += expression?.length ?? 0
  return characters <= GOLDEN_LIMITS.expressions
}
