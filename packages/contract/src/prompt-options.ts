// Prompt options as a client sends them (MODEL-6).
import { z } from 'zod'
import { text } from './envelope.ts'
import { list } from './list.ts'
import { PROMPT_OPTIONS, type OptionKind, type PromptOptionValues } from './option-kinds.ts'

const bounds = (option: OptionKind) => {
  const base = z
    .number()
    .min(option.min ?? -Infinity)
    .max(option.max ?? Infinity)
  return (option.kind === 'integer' ? base.int() : base).nullish()
}

const numeric = Object.fromEntries(
  PROMPT_OPTIONS.filter((option) => option.kind !== 'text').map((option) => [option.name, bounds(option)]),
)

const STANDARD = new Map<string, unknown>(
  PROMPT_OPTIONS.map(({ name, defaultValue }) => [name, defaultValue]),
)

/**
 * Options from a client: bounded by the schema; unknown names are ignored. Null, an empty text and the default of an option
 * mean unchanged: the defaults sent to an engine would force its processor, shrink its context and fix its seed.
 */
export const PromptOptionsInput = z
  .object({
    ...numeric,
    stop: z.union([text(200), list(text(200), 8)]).nullish(),
  })
  .transform(onlyChanged)

function onlyChanged(options: Record<string, unknown>): PromptOptionValues {
  const changed = Object.entries(options).filter(
    ([name, value]) => value !== null && value !== undefined && value !== '' && value !== STANDARD.get(name),
  )
  return Object.fromEntries(changed) as PromptOptionValues
}
