import type { TrustedDoor } from '../../platform/outbound/index.ts'
import { EngineError, type EngineModel } from '../engine.ts'
import { callJson } from '../wire/call.ts'
import { isRecord } from '../wire/failures.ts'
import { isModelName, MAX_MODELS } from '../wire/names.ts'
import { vendorOf, type Vendor } from './dialect.ts'

const DISCOVERY_MS = 30_000

export interface Discovery {
  readonly vendor: Vendor
  readonly models: readonly EngineModel[]
}

export interface Place {
  readonly door: TrustedDoor
  readonly host: string
  /** `/v1`, or empty where the base address has it. */
  readonly api: string
  /** Where llama.cpp's own calls are, seen from the door; undefined where they cannot be reached. */
  readonly root: string | undefined
  readonly local: boolean
}

/** Asks what there is, and finds out on the way who answers. */
export async function discover(place: Place, signal: AbortSignal): Promise<Discovery> {
  const { data } = await callJson(place.door, { path: `${place.api}/models` }, signal, DISCOVERY_MS)
  if (!Array.isArray(data)) throw new EngineError('broken-stream', 'The list of models is not a list')
  const entries = data
    .filter(isRecord)
    .filter((entry) => isModelName(entry.id))
    .slice(0, MAX_MODELS)
  const owners = entries.map((entry) => entry.owned_by)
  const props = mayHaveProps(place, owners) ? await propsOf(place, signal) : undefined
  const vendor = vendorOf(place.host, owners, props !== undefined)
  return { vendor, models: entries.map((entry) => modelOf(entry, props, place.local)) }
}

/** Only llama.cpp's server has them, and it may be hidden behind another owner's name. */
function mayHaveProps({ host, root }: Place, owners: readonly unknown[]): boolean {
  return root !== undefined && host !== 'api.openai.com' && !owners.includes('vllm')
}

async function propsOf(place: Place, signal: AbortSignal): Promise<Record<string, unknown> | undefined> {
  try {
    const props = await callJson(place.door, { path: `${place.root}/props` }, signal, DISCOVERY_MS)
    return isRecord(props.default_generation_settings) ? props : undefined
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof EngineError) return undefined
    throw error
  }
}

function modelOf(
  entry: Record<string, unknown>,
  props: Record<string, unknown> | undefined,
  local: boolean,
): EngineModel {
  const name = String(entry.id)
  const contextLength = contextOf(entry, props)
  const embeddings = /embed|(^|[/_-])(bge|e5|gte)[-_]/i.test(name)
  return {
    name,
    family: name,
    tag: 'latest',
    ...(contextLength === undefined ? {} : { contextLength }),
    capabilities: {
      chat: !embeddings,
      images: seesImages(entry, props, name),
      thinking: /(^|[\W_])(r1|qwq|o[134]|gpt-oss|thinking|reason\w*)($|[\W_])/i.test(name),
      tools: false,
      embeddings,
    },
    local,
  }
}

/** vLLM says `max_model_len`, routers `context_length`, llama.cpp's server what one slot holds in its `/props`. */
function contextOf(
  entry: Record<string, unknown>,
  props: Record<string, unknown> | undefined,
): number | undefined {
  const settings = isRecord(props?.default_generation_settings) ? props.default_generation_settings : {}
  const meta = isRecord(entry.meta) ? entry.meta : {}
  const told = [
    settings.n_ctx,
    entry.max_model_len,
    entry.context_length,
    entry.context_window,
    meta.n_ctx,
    meta.n_ctx_train,
  ]
  return told.find((value): value is number => Number.isSafeInteger(value) && Number(value) > 0)
}

/** Most servers do not say; then the name does, for the families that people run. */
function seesImages(
  entry: Record<string, unknown>,
  props: Record<string, unknown> | undefined,
  name: string,
): boolean {
  const modalities = isRecord(props?.modalities) ? props.modalities.vision : undefined
  if (typeof modalities === 'boolean') return modalities
  const inputs = isRecord(entry.architecture) ? entry.architecture.input_modalities : undefined
  if (Array.isArray(inputs)) return inputs.includes('image')
  return /(^|[\W_])(vl|vision|llava|pixtral|internvl|minicpm-v|gpt-4o|gpt-4\.1|gpt-5|gemma-?3|claude|gemini)/i.test(
    name,
  )
}
