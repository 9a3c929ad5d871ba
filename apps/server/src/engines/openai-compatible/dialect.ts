// Servers of OpenAI's dialect support different options; the model list shows which server it is.
import type { OptionName, OptionUse, PromptOptionValues } from '../engine.ts'

export type Vendor = 'openai' | 'llama-server' | 'vllm' | 'lm-studio' | 'other'

/** Maps the product's option names to request fields. Options that are absent here are left out of the call. */
type Fields = Readonly<Partial<Record<OptionName, string>>>

const COMMON: Fields = {
  temperature: 'temperature',
  top_p: 'top_p',
  seed: 'seed',
  stop: 'stop',
  num_predict: 'max_tokens',
}

const FIELDS: Readonly<Record<Vendor, Fields>> = {
  openai: { ...COMMON, num_predict: 'max_completion_tokens' },
  'llama-server': {
    ...COMMON,
    top_k: 'top_k',
    repeat_penalty: 'repeat_penalty',
    repeat_last_n: 'repeat_last_n',
    mirostat: 'mirostat',
    mirostat_eta: 'mirostat_eta',
    mirostat_tau: 'mirostat_tau',
  },
  vllm: { ...COMMON, top_k: 'top_k', repeat_penalty: 'repetition_penalty' },
  'lm-studio': { ...COMMON, top_k: 'top_k', repeat_penalty: 'repeat_penalty' },
  other: { ...COMMON, top_k: 'top_k' },
}

/** OpenAI's reasoning models refuse `max_tokens`, whichever server provides them. */
const THINKS_FIRST = /^(openai\/)?(o\d|gpt-[5-9])/i

export function vendorOf(host: string, owners: readonly unknown[], hasProps: boolean): Vendor {
  if (host === 'api.openai.com' || /\.(openai|services\.ai)\.azure\.com$/.test(host)) return 'openai'
  if (hasProps || owners.includes('llamacpp')) return 'llama-server'
  if (owners.includes('organization_owner')) return 'lm-studio'
  return owners.includes('vllm') ? 'vllm' : 'other'
}

export function optionUse(vendor: Vendor, name: OptionName): OptionUse {
  return name in FIELDS[vendor] ? 'request' : 'unsupported'
}

/** Returns the request fields for the options that the user changed. */
export function optionFields(
  vendor: Vendor,
  options: PromptOptionValues,
  model: string,
): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(FIELDS[vendor])) {
    const value = options[name as OptionName]
    if (value === undefined) continue
    // -1 and -2 mean "no limit" in Ollama; this API expresses that by leaving the field out.
    if (name === 'num_predict' && Number(value) < 0) continue
    fields[field === 'max_tokens' && THINKS_FIRST.test(model) ? 'max_completion_tokens' : field] = value
  }
  return fields
}

/** Models of OpenAI that accept a reasoning effort; the chat and pro variants refuse a low one. */
const EFFORT = /^(o[134](-mini)?|gpt-5(\.\d+)?(-mini|-nano)?)(-\d{4}-\d\d-\d\d)?$/i

/** Returns the request fields that switch reasoning off, or down; none for servers that might refuse an unknown field. */
export function withoutReasoning(vendor: Vendor, model: string): Record<string, unknown> {
  // The names of Qwen's and GLM's templates, and of DeepSeek's and Granite's; a template ignores what it does not use.
  if (vendor === 'llama-server' || vendor === 'vllm')
    return { chat_template_kwargs: { enable_thinking: false, thinking: false } }
  return vendor === 'openai' && EFFORT.test(model) ? { reasoning_effort: 'low' } : {}
}

/** Finds the option for a request field that an engine's refusal names. */
export function optionOfField(vendor: Vendor, field: string): string | undefined {
  if (field === 'max_completion_tokens') return 'num_predict'
  return Object.entries(FIELDS[vendor]).find(([, name]) => name === field)?.[0]
}
