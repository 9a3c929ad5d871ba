// Derives the properties of a model: servers report them in different places, most of them incompletely.
import type { EngineModel } from '../engine.ts'
import { isRecord } from '#platform/outbound/index.ts'
import { tokensOf } from '../wire/pieces.ts'
import type { Vendor } from './dialect.ts'

type Entry = Record<string, unknown>

interface ModelDetails {
  /** Entry of the model list. */
  readonly entry: Entry
  /** llama.cpp's `/props`. */
  readonly props: Entry | undefined
  readonly vendor: Vendor
  readonly local: boolean
}

/** Names of models in OpenAI's list that cannot chat. */
const NO_CHAT = /whisper|tts|dall-e|moderation|image|realtime|audio|transcribe|sora|davinci|babbage/i

/** The same in the lists of other services, which name their chat models as they like. */
const NO_TEXT = /(^|[\W_])(whisper|tts|dall-e|imagen|moderation)($|[\W_])/i

/** Types in the lists of Together and others, whose models do not write. */
const OTHER_TYPES = ['image', 'audio', 'video', 'moderation', 'rerank', 'transcribe']

/** Whether the server says so: OpenRouter, Mistral, Fireworks and Together do, each in its own field. */
function cannotChat({ architecture, capabilities, supports_chat, type }: Entry): boolean {
  const writes = isRecord(architecture) ? architecture.output_modalities : undefined
  if (Array.isArray(writes) && !writes.includes('text')) return true
  if (isRecord(capabilities) && capabilities.completion_chat === false) return true
  return supports_chat === false || (typeof type === 'string' && OTHER_TYPES.includes(type))
}

export function describeModel(details: ModelDetails): EngineModel {
  const { entry, vendor, local } = details
  const name = String(entry.id)
  const contextLength = contextOf(details)
  const kind = kindOf(details)
  const embeddings =
    kind === undefined
      ? entry.type === 'embedding' || /embed|(^|[/_-])(bge|e5|gte)[-_]/i.test(name)
      : kind === 'embeddings'
  const chat = !embeddings && !cannotChat(entry) && !(vendor === 'openai' ? NO_CHAT : NO_TEXT).test(name)
  const loaded = loadedOf(entry)
  return {
    name,
    family: name,
    tag: 'latest',
    ...(contextLength === undefined ? {} : { contextLength }),
    capabilities: {
      chat,
      images: seesImages(details, name),
      thinking: /(^|[\W_])(r1|qwq|o[134]|gpt-oss|thinking|reason\w*)($|[\W_])/i.test(name),
      tools: chat && callsTools(details),
      embeddings,
    },
    ...(loaded === undefined ? {} : { loaded }),
    local,
  }
}

/** Returns LM Studio's `llm`, `vlm` or `embeddings`; other servers use `type` differently. */
function kindOf({ entry, vendor }: ModelDetails): string | undefined {
  return vendor === 'lm-studio' && typeof entry.type === 'string' ? entry.type : undefined
}

/**
 * A llama.cpp router reports `status`, LM Studio `state`. A sleeping model must be loaded again, so it counts as not loaded.
 */
function loadedOf({ status, state }: Entry): boolean | undefined {
  if (isRecord(status) && typeof status.value === 'string') return status.value === 'loaded'
  return typeof state === 'string' ? state === 'loaded' : undefined
}

/**
 * vLLM reports `max_model_len`, vendors' routers `context_length`, LM Studio `loaded_context_length`, llama.cpp's server the
 * size of a slot in `/props`, and its router the arguments it starts a model with.
 */
function contextOf({ entry, props }: ModelDetails): number | undefined {
  const settings = isRecord(props?.default_generation_settings) ? props.default_generation_settings : {}
  const meta = isRecord(entry.meta) ? entry.meta : {}
  const candidates = [
    settings.n_ctx,
    entry.loaded_context_length,
    entry.max_model_len,
    entry.context_length,
    entry.context_window,
    entry.max_context_length,
    fieldOf(entry.top_provider, 'context_length'),
    fieldOf(entry.metadata, 'context_length'),
    fieldOf(entry.limits, 'max_input_tokens'),
    meta.n_ctx,
    argumentOf(entry.status),
    meta.n_ctx_train,
  ]
  const numbers = candidates.map((value) => (typeof value === 'string' ? Number(value) : value))
  return numbers.map((value) => tokensOf(value) ?? 0).find((tokens) => tokens > 0)
}

const fieldOf = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined)

function argumentOf(status: unknown): number | undefined {
  const words = isRecord(status) && Array.isArray(status.args) ? status.args : []
  const at = words.findIndex((word) => word === '--ctx-size' || word === '-c')
  return at === -1 ? undefined : Number(words[at + 1])
}

/** Most servers do not report it; then the name decides, for well-known families. */
function seesImages(details: ModelDetails, name: string): boolean {
  const { entry, props } = details
  const kind = kindOf(details)
  const modalities = isRecord(props?.modalities) ? props.modalities.vision : undefined
  if (typeof modalities === 'boolean') return modalities
  if (kind !== undefined) return kind === 'vlm'
  const inputs = isRecord(entry.architecture) ? entry.architecture.input_modalities : undefined
  if (Array.isArray(inputs)) return inputs.includes('image')
  const said = fieldOf(entry.capabilities, 'vision') ?? entry.supports_image_input
  if (typeof said === 'boolean') return said
  return /(^|[\W_])(vl|vision|llava|pixtral|internvl|minicpm-v|gpt-4o|gpt-4\.1|gpt-5|gemma-?3|claude|gemini)/i.test(
    name,
  )
}

/** False unless reported. Programs can send tools anyway and get the server's reply. */
function callsTools(details: ModelDetails): boolean {
  const { entry, props } = details
  const template = isRecord(props?.chat_template_caps) ? props.chat_template_caps.supports_tools : undefined
  if (typeof template === 'boolean') return template
  const { capabilities, supported_parameters: parameters } = entry
  if (Array.isArray(capabilities)) return capabilities.includes('tool_use')
  if (isRecord(capabilities) && typeof capabilities.function_calling === 'boolean')
    return capabilities.function_calling
  if (typeof entry.supports_tools === 'boolean') return entry.supports_tools
  return Array.isArray(parameters) ? parameters.includes('tools') : details.vendor === 'openai'
}
