// Prompt options as a client sends them (chat specification, section 3; reading 7).
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

/** Options from a client: bounded by the schema; unknown names are ignored, null means unchanged. */
export const PromptOptionsInput = z
  .object({
    ...numeric,
    stop: z.union([text(200), list(text(200), 8)]).nullish(),
  })
  .transform(withoutUnset)

function withoutUnset(options: Record<string, unknown>): PromptOptionValues {
  const set = Object.entries(options).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  )
  return Object.fromEntries(set) as PromptOptionValues
}
