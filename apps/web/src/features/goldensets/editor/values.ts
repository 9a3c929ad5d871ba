// The form of a prompt of a golden set. Pure.
import type { Check, GoldenPrompt } from '@polylogue/contract'
import type { CheckKind } from '@polylogue/contract/browser'

/** A prompt as it is edited: a check may be unfinished. */
export interface EntryValues {
  promptId: number
  title: string
  prompt: string
  checks: readonly CheckValues[]
}

/** All fields of all kinds, so that changing the kind and back loses nothing. */
export interface CheckValues {
  kind: CheckKind
  text: string
  pattern: string
  schema: string
  /** As typed. */
  characters: string
  /** 0 while none is chosen. */
  modelTagId: number
  rule: string
}

export const EMPTY_CHECK: CheckValues = {
  kind: 'contains',
  text: '',
  pattern: '',
  schema: '',
  characters: '',
  modelTagId: 0,
  rule: '',
}

export const EMPTY_ENTRY: EntryValues = { promptId: 0, title: '', prompt: '', checks: [] }

/** The flags of a check's regular expression; the same as on the server (packages/contract/src/goldensets.ts). */
const FLAGS = 'uims'

const MOST_CHARACTERS = 1_000_000

export type WrongCheck = 'text' | 'pattern' | 'expression' | 'schema' | 'characters' | 'model' | 'rule'

/** Returns what is wrong with a check; undefined if it can be saved. */
export function wrongWith(check: CheckValues): WrongCheck | undefined {
  switch (check.kind) {
    case 'contains':
    case 'cites':
      return check.text.trim() === '' ? 'text' : undefined
    case 'matches':
      if (check.pattern.trim() === '') return 'pattern'
      return isExpression(check.pattern) ? undefined : 'expression'
    case 'json':
      return isSchema(check.schema) ? undefined : 'schema'
    case 'shorter':
      return isCount(check.characters) ? undefined : 'characters'
    case 'judge':
      if (check.modelTagId === 0) return 'model'
      return check.rule.trim() === '' ? 'rule' : undefined
  }
}

function isExpression(pattern: string): boolean {
  try {
    RegExp(pattern, FLAGS)
    return true
  } catch {
    return false
  }
}

/** Whether the text is empty or a JSON object; the server also checks that it is a schema. */
function isSchema(text: string): boolean {
  if (text.trim() === '') return true
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

const isCount = (text: string): boolean =>
  /^\d{1,7}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= MOST_CHARACTERS

export type Missing = 'title' | 'prompt' | 'checks'

/** Returns the first thing that prevents saving. */
export function missingOf({ title, prompt, checks }: EntryValues): Missing | undefined {
  if (title.trim() === '') return 'title'
  if (prompt.trim() === '') return 'prompt'
  return checks.some((check) => wrongWith(check) !== undefined) ? 'checks' : undefined
}

export const valuesOf = ({ promptId, title, prompt, checks }: GoldenPrompt): EntryValues => ({
  promptId,
  title,
  prompt,
  checks: checks.map((check) => ({
    ...EMPTY_CHECK,
    ...check,
    characters: check.kind === 'shorter' ? String(check.characters) : '',
  })),
})

export const sentOf = ({ promptId, title, prompt, checks }: EntryValues): GoldenPrompt => ({
  promptId,
  title: title.trim(),
  prompt,
  checks: checks.map(checkOf),
})

function checkOf(values: CheckValues): Check {
  const { kind, text, pattern, schema, characters, modelTagId, rule } = values
  switch (kind) {
    case 'contains':
    case 'cites':
      return { kind, text }
    case 'matches':
      return { kind, pattern }
    case 'json':
      return { kind, schema }
    case 'shorter':
      return { kind, characters: Number(characters) }
    case 'judge':
      return { kind, modelTagId, rule }
  }
}

export const isTyped = ({ title, prompt, checks }: EntryValues): boolean =>
  title.trim() !== '' || prompt.trim() !== '' || checks.length > 0

/** A prompt of a set as it was when its dialog opened; the set may change meanwhile. */
export interface OpenedPrompt {
  prompt: GoldenPrompt
  /** Its index in `before`. */
  at: number
  before: readonly GoldenPrompt[]
}

// Titles and texts first: sets can be large, and most prompts differ there.
const isSame = (one: GoldenPrompt, other: GoldenPrompt): boolean =>
  one.title === other.title &&
  one.prompt === other.prompt &&
  JSON.stringify(valuesOf(one)) === JSON.stringify(valuesOf(other))

const placesOf = (wanted: GoldenPrompt, prompts: readonly GoldenPrompt[]): number[] =>
  prompts.flatMap((prompt, index) => (isSame(prompt, wanted) ? [index] : []))

const likeness = (one: GoldenPrompt, other: GoldenPrompt): number =>
  (one.title === other.title ? 2 : 0) + (one.prompt === other.prompt ? 1 : 0)

/**
 * Returns the index in `prompts` of an opened prompt. Prompts have no ids: it is the same prompt, or else a changed one that
 * kept its title or its text. Undefined if there is none, or if it could be another prompt.
 */
export function placeIn(prompts: readonly GoldenPrompt[], opened: OpenedPrompt): number | undefined {
  const { prompt: wanted, before, at } = opened
  const same = placesOf(wanted, prompts)
  if (same.length > 0) return same[Math.min(placesOf(wanted, before).indexOf(at), same.length - 1)]
  const missing = before.filter((one) => !isSame(one, wanted) && placesOf(one, prompts).length === 0)
  const found = prompts.findIndex((prompt) => {
    if (placesOf(prompt, before).length > 0) return false
    return likeness(prompt, wanted) > Math.max(0, ...missing.map((one) => likeness(prompt, one)))
  })
  return found >= 0 ? found : undefined
}

/** Like `placeIn`, but only of the unchanged prompt, and undefined if it or a copy of it was deleted. */
export function unchangedIn(prompts: readonly GoldenPrompt[], opened: OpenedPrompt): number | undefined {
  const { prompt, before } = opened
  const copies = placesOf(prompt, prompts).length
  return copies > 0 && copies >= placesOf(prompt, before).length ? placeIn(prompts, opened) : undefined
}

/** Returns the prompts with one of them replaced; added at the end if its place is undefined. */
export const replaced = (
  prompts: readonly GoldenPrompt[],
  at: number | undefined,
  prompt: GoldenPrompt,
): GoldenPrompt[] =>
  at === undefined ? [...prompts, prompt] : prompts.map((one, index) => (index === at ? prompt : one))

/** Returns the prompts with the one at `from` moved to `to`. */
export function moved(prompts: readonly GoldenPrompt[], from: number, to: number): GoldenPrompt[] {
  const rest = [...prompts]
  const [prompt] = rest.splice(from, 1)
  if (prompt) rest.splice(to, 0, prompt)
  return rest
}
