// Checks an answer without a model. Pure; runs in a process of its own, because compiling or running an expression can take forever.
import { PATTERN_FLAGS, type Check, type Outcome } from '@polylogue/contract'
import { z } from 'zod'
import { verdict } from './outcomes.ts'

/** What is checked of an answer. */
export interface Checkable {
  readonly text: string
  readonly sources: readonly { readonly title: string; readonly uri: string }[]
}

export type PlainCheck = Exclude<Check, { kind: 'judge' }>

/** A task of the process: to check an answer, or to compile the expression of a check. */
export type CheckTask =
  | { readonly check: PlainCheck; readonly answer: Checkable }
  | { readonly check: PlainCheck }

/** What is wrong with the expression of a check; the empty text when nothing is. */
export function mistakeIn(check: PlainCheck): string {
  try {
    if (check.kind === 'matches') new RegExp(check.pattern, PATTERN_FLAGS).test('')
    if (check.kind === 'json') compiled(check.schema)
    return ''
  } catch {
    return check.kind === 'matches'
      ? 'is not a regular expression'
      : 'is not a JSON Schema that can be checked'
  }
}

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
  const { success, error } = compiled(schema).safeParse(value)
  if (success) return verdict(true)
  const [issue] = error.issues
  return verdict(false, `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim())
}

/** Returns the type of a JSON Schema; the empty text allows any JSON. @throws when it is none */
function compiled(source: string): z.ZodType {
  if (source.trim() === '') return z.unknown()
  const schema: unknown = JSON.parse(source)
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    throw new TypeError('not an object')
  return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
}

/** Returns the content of the one code block of an answer, else the whole answer. */
function jsonIn(text: string): string {
  const fences = text.split(/^ {0,3}```[^\n]*$/m)
  return fences.length === 3 ? (fences[1] ?? '') : text
}
