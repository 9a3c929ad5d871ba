// Generation parameters: OpenAI's, and the product's own prompt options under their own names.
import { OPTION_NAMES, PromptOptionsInput, type PromptOptionValues } from '@polylogue/contract'
import type { ChatRequest } from '#engines/engine.ts'
import { refusal, type Fields } from './refusal.ts'

/** The upper bound of the prompt option for the answer length. */
const MAX_TOKENS = 131_072
const LARGEST_SEED = 2_147_483_647

/**
 * Reads the prompt options of a request; `limits` are the fields for the maximum answer length, in order of precedence.
 * @throws Problem VALIDATION_FAILED for a value out of range.
 */
export function readOptions(body: Fields, limits: readonly string[]): PromptOptionValues {
  const own = Object.fromEntries(OPTION_NAMES.map((name) => [name, body[name]]))
  const tokens = tokenLimit(body, limits)
  const read = PromptOptionsInput.safeParse({
    ...own,
    seed: seedOf(body['seed']),
    ...(tokens === undefined ? {} : { num_predict: tokens }),
  })
  if (read.success) return read.data
  const [issue] = read.error.issues
  const param = String(issue?.path[0] ?? 'options')
  throw refusal(param, `${param}: ${issue?.message ?? 'is not valid'}.`)
}

/** OpenAI accepts any whole number as a seed; here seeds have 31 bits, and 0 would mean a random one. */
function seedOf(value: unknown): unknown {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return value
  return value === 0 ? LARGEST_SEED : ((Math.abs(value) - 1) % LARGEST_SEED) + 1
}

function tokenLimit(body: Fields, limits: readonly string[]): number | undefined {
  for (const name of limits) {
    const value = body[name]
    if (value === undefined || value === null) continue
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 1)
      throw refusal(name, `${name} must be a whole number from 1.`)
    return Math.min(value, MAX_TOKENS)
  }
  return undefined
}

/** Reads the penalties; undefined when there are none. @throws Problem VALIDATION_FAILED */
export function readPenalties(body: Fields): ChatRequest['penalties'] {
  const presence = penalty(body, 'presence_penalty')
  const frequency = penalty(body, 'frequency_penalty')
  if (!presence && !frequency) return undefined
  return { ...(presence ? { presence } : {}), ...(frequency ? { frequency } : {}) }
}

function penalty(body: Fields, name: string): number | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !(value >= -2 && value <= 2))
    throw refusal(name, `${name} must be a number from -2 to 2.`)
  return value
}
