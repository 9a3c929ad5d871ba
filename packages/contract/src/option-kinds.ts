// The prompt options: bounds, steps, defaults and effects (MODEL-7).

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

export interface OptionKind {
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
  number('mirostat', 0, 2, 1, 0, 'Controls perplexity: 0 off, 1 Mirostat, 2 Mirostat 2.0.'),
  number(
    'mirostat_eta',
    0,
    1,
    0.01,
    0.1,
    'How fast Mirostat reacts to the generated text. Higher is faster.',
  ),
  number('mirostat_tau', 0, 10, 0.1, 5, 'Balance of coherence and variety. Lower is more coherent.'),
  number(
    'num_ctx',
    256,
    1_048_576,
    256,
    2048,
    'Context window in tokens: how much of the conversation the model uses.',
  ),
  number('num_gqa', 1, 64, 1, 8, 'Number of grouped-query attention groups, for old model files.'),
  number('num_gpu', 0, 999, 1, 0, 'Number of model layers on the graphics card.'),
  number('num_thread', 0, 512, 1, 0, 'Number of processor threads. 0 lets the model server choose.'),
  number(
    'repeat_last_n',
    -1,
    8192,
    1,
    64,
    'How many tokens back to look for repetition: 0 off, -1 whole context.',
  ),
  number('repeat_penalty', 0, 2, 0.05, 1.1, 'How strongly repetition is penalised. 1 is off.'),
  number('temperature', 0, 2, 0.05, 0.8, 'Randomness of the answer. 0 always takes the most likely token.'),
  number('seed', 0, 2_147_483_647, 1, 0, 'The same seed and prompt give the same answer. 0 is random.'),
  {
    name: 'stop',
    kind: 'text',
    min: null,
    max: null,
    step: null,
    defaultValue: null,
    description: 'The answer stops before this text.',
  },
  number('tfs_z', 0, 2, 0.05, 1, 'Tail-free sampling: reduces unlikely tokens. 1 is off.'),
  number(
    'num_predict',
    -2,
    131_072,
    1,
    -1,
    'Maximum tokens of an answer: -1 no limit, -2 until the context is full.',
  ),
  number('top_k', 0, 1_000, 1, 40, 'Considers only this many of the most likely tokens.'),
  number('top_p', 0, 1, 0.05, 0.9, 'Considers the most likely tokens up to this total probability.'),
]

/** Only the options that a user changed; omitted ones are left to the engine (MODEL-6). */
export type PromptOptionValues = { [Name in Exclude<OptionName, 'stop'>]?: number } & {
  stop?: string | string[]
}
