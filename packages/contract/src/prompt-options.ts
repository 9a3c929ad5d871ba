// The prompt options: bounds, steps, defaults and what each does (chat specification, sections 3 and 9; engines.md).
import { z } from 'zod'
import { text } from './envelope.ts'

export const OPTION_NAMES = [
  'mirostat',
  'mirostat_eta',
  'mirostat_tau',
  'num_ctx',
  'num_gqa',
  'num_gpu',
  'num_thread',
  'repeat_last_n',
  'repeat_penalty',
  'temperature',
  'seed',
  'stop',
  'tfs_z',
  'num_predict',
  'top_k',
  'top_p',
] as const

export type OptionName = (typeof OPTION_NAMES)[number]

interface OptionKind {
  name: OptionName
  kind: 'number' | 'integer' | 'text'
  min: number | null
  max: number | null
  step: number | null
  defaultValue: number | string | null
  description: string
}

const number = (
  name: OptionName,
  min: number,
  max: number,
  step: number,
  defaultValue: number,
  description: string,
): OptionKind => ({
  name,
  kind: Number.isInteger(step) ? 'integer' : 'number',
  min,
  max,
  step,
  defaultValue,
  description,
})

export const PROMPT_OPTIONS: readonly OptionKind[] = [
  number('mirostat', 0, 2, 1, 0, 'Keeps the surprise of the text even: 0 off, 1 Mirostat, 2 Mirostat 2.0.'),
  number(
    'mirostat_eta',
    0,
    1,
    0.01,
    0.1,
    'How fast Mirostat reacts: higher follows changes of the text sooner.',
  ),
  number(
    'mirostat_tau',
    0,
    10,
    0.1,
    5,
    'How much surprise Mirostat aims at: lower is more focused, higher more varied.',
  ),
  number(
    'num_ctx',
    256,
    1_048_576,
    256,
    2048,
    'How many tokens of the conversation the model can see at once.',
  ),
  number(
    'num_gqa',
    1,
    64,
    1,
    8,
    'Groups of attention heads, for old model files that do not say it themselves.',
  ),
  number('num_gpu', 0, 999, 1, 0, 'How many layers of the model run on the graphics card.'),
  number('num_thread', 0, 512, 1, 0, 'How many processor threads are used; 0 lets the engine choose.'),
  number(
    'repeat_last_n',
    -1,
    8192,
    1,
    64,
    'How far back repetition is looked for: 0 off, -1 the whole context.',
  ),
  number('repeat_penalty', 0, 2, 0.05, 1.1, 'How strongly repetition is avoided: 1 is not at all.'),
  number(
    'temperature',
    0,
    2,
    0.05,
    0.8,
    'How freely the model chooses its words: 0 is always the likeliest.',
  ),
  number(
    'seed',
    0,
    2_147_483_647,
    1,
    0,
    'The same seed gives the same answer to the same prompt; 0 is a new one each time.',
  ),
  {
    name: 'stop',
    kind: 'text',
    min: null,
    max: null,
    step: null,
    defaultValue: null,
    description: 'The answer ends where this text would come.',
  },
  number('tfs_z', 0, 2, 0.05, 1, 'Cuts off unlikely words by the bend of their likelihood: 1 is off.'),
  number(
    'num_predict',
    -2,
    131_072,
    1,
    -1,
    'How many tokens an answer may have: -1 no limit, -2 until the context is full.',
  ),
  number('top_k', 0, 1_000, 1, 40, 'Only this many of the likeliest words are considered.'),
  number('top_p', 0, 1, 0.05, 0.9, 'Only the likeliest words that make up this share are considered.'),
]

/** Only the options that a person changed: what is left out is left to the engine (reading 7). */
export type PromptOptionValues = { [Name in Exclude<OptionName, 'stop'>]?: number } & {
  stop?: string | string[]
}

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

/** Options as a client sends them: bounded by the schema; unknown names are ignored, null means unchanged. */
export const PromptOptionsInput = z
  .object({
    ...numeric,
    stop: z.union([text(200), z.array(text(200)).max(8)]).nullish(),
  })
  .transform(withoutUnset)

function withoutUnset(options: Record<string, unknown>): PromptOptionValues {
  const set = Object.entries(options).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  )
  return Object.fromEntries(set) as PromptOptionValues
}
