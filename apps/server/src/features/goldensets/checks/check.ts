// Checks an answer without a model. Pure; runs in a thread, because a regular expression can take forever.
import { PATTERN_FLAGS, type Check, type Outcome } from '@polylogue/contract'
import { z } from 'zod'
import { verdict } from './outcomes.ts'

/** What is checked of an answer. */
export interface Checkable {
  readonly text: string
  readonly sources: readonly { readonly title: string; readonly uri: string }[]
}

export type PlainCheck = Exclude<Check, { kind: 'judge' }>

export function outcomeOf(check: PlainCheck, { text, sources }: Checkable): Outcome {
  switch (check.kind) {
    case 'contains':
      return verdict(holds(text, check.text))
    case 'matches':
      return verdict(new RegExp(check.pattern, PATTERN_FLAGS).test(text))
    case 'shorter':
      return verdict(text.length <= check.characters)
    case 'cites':
      return verdict(sources.some(({ title, uri }) => holds(title, check.text) || holds(uri, check.text)))
    case 'json':
      return fitsSchema(text, check.schema)
  }
}

const holds = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase())

function fitsSchema(text: string, schema: string): Outcome {
  let value: unknown
  try {
    value = JSON.parse(jsonIn(text))
  } catch (error) {
    return verdict(false, error instanceof Error ? error.message : '')
  }
  if (schema.trim() === '') return verdict(true)
  const { success, error } = z.fromJSONSchema(JSON.parse(schema) as JsonSchema).safeParse(value)
  if (success) return verdict(true)
  const [issue] = error.issues
  return verdict(false, `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim())
}

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0]

/** Returns the content of the one code block of an answer, else the whole answer. */
function jsonIn(text: string): string {
  const fences = text.split(/^ {0,3}```[^\n]*$/m)
  return fences.length === 3 ? (fences[1] ?? '') : text
}
