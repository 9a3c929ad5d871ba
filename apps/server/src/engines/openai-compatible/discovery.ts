import { isRecord, type TrustedClient } from '#platform/outbound/index.ts'
import { EngineError, type EngineModel } from '../engine.ts'
import { callJson, callList } from '../wire/call.ts'
import { isModelName, MAX_MODELS } from '../wire/names.ts'
import { vendorOf, type Vendor } from './dialect.ts'
import { describeModel } from './model.ts'

const DISCOVERY_MS = 30_000
/** Maximum number of loaded models whose details are requested from a router. */
const MAX_LOADED = 16

export interface Discovery {
  readonly vendor: Vendor
  /** llama.cpp's server in router mode, which loads and unloads several models on request. */
  readonly router: boolean
  readonly models: readonly EngineModel[]
}

export interface ModelHost {
  readonly client: TrustedClient
  readonly host: string
  /** `/v1`, or empty if the base address already contains it. */
  readonly api: string
  /** Path of the server's native endpoints, relative to the base address; undefined if they cannot be reached. */
  readonly root: string | undefined
  readonly local: boolean
}

type Entry = Record<string, unknown>

/** Lists the models and detects the vendor of the server. */
export async function discover(modelHost: ModelHost, signal: AbortSignal): Promise<Discovery> {
  const entries = await listed(modelHost, signal)
  const owners = entries.map((entry) => entry.owned_by)
  const props = mayHaveProps(modelHost, owners) ? await propsOf(modelHost, '/props', signal) : undefined
  const vendor = vendorOf(modelHost.host, owners, props !== undefined)
  const router = vendor === 'llama-server' && entries.some((entry) => statusOf(entry) !== undefined)
  const details = await detailsOf(modelHost, { entries, vendor, router }, signal)
  return {
    vendor,
    router,
    models: entries.map((entry) =>
      describeModel({
        entry: { ...contextOfParent(entry, entries), ...entry, ...details.entries.get(String(entry.id)) },
        props: router ? details.props.get(String(entry.id)) : props,
        vendor,
        local: modelHost.local,
      }),
    ),
  }
}

/** vLLM reports the context of an adapter with its base model only. */
function contextOfParent({ parent, max_model_len: own }: Entry, entries: readonly Entry[]): Entry {
  if (typeof parent !== 'string' || typeof own === 'number') return {}
  return { context_length: entries.find(({ id }) => id === parent)?.max_model_len }
}

/** Returns the entries of the model list, without those that cannot be chosen. */
export async function listed(modelHost: ModelHost, signal: AbortSignal): Promise<Entry[]> {
  const limits = { timeoutMs: DISCOVERY_MS, fields: ['data', 'models'] }
  const list = await callList(modelHost.client, { path: `${modelHost.api}/models` }, signal, limits)
  const entries = list.flatMap((one): Entry[] => {
    if (!isRecord(one)) return isModelName(one) ? [{ id: one }] : []
    const id = one.id ?? one.name ?? one.model
    // Groq lists models that cannot be asked.
    return isModelName(id) && one.active !== false ? [{ ...one, id }] : []
  })
  // Some list a model once for each of its uses.
  const byId = new Map(entries.toReversed().map((entry) => [entry.id, entry]))
  return entries.filter((entry) => byId.get(entry.id) === entry).slice(0, MAX_MODELS)
}

/** Returns the status that a llama.cpp router reports: unloaded, loading, loaded, sleeping; undefined for other servers. */
export function statusOf(entry: Entry): { readonly value: string; readonly failed: boolean } | undefined {
  const { status } = entry
  if (!isRecord(status) || typeof status.value !== 'string') return undefined
  return { value: status.value, failed: status.failed === true }
}

/** Fetches details that are only available per model: from a router for loaded models, from LM Studio for all. */
async function detailsOf(
  modelHost: ModelHost,
  { entries, vendor, router }: { entries: readonly Entry[]; vendor: Vendor; router: boolean },
  signal: AbortSignal,
): Promise<{ props: Map<string, Entry>; entries: Map<string, Entry> }> {
  const details = { props: new Map<string, Entry>(), entries: new Map<string, Entry>() }
  if (vendor === 'lm-studio') {
    const { data } = (await asked(modelHost, '/api/v0/models', signal)) ?? {}
    for (const entry of Array.isArray(data) ? data.filter(isRecord) : []) {
      // Only LM Studio's own fields: they override those of the model list.
      const { type, state, max_context_length, loaded_context_length, capabilities } = entry
      details.entries.set(String(entry.id), {
        type,
        state,
        max_context_length,
        loaded_context_length,
        capabilities,
      })
    }
  }
  if (!router) return details
  const loaded = entries.filter((entry) => statusOf(entry)?.value === 'loaded').slice(0, MAX_LOADED)
  const props = loaded.map(async ({ id }) => {
    // The request must not reload a model that was unloaded meanwhile.
    const found = await propsOf(
      modelHost,
      `/props?model=${encodeURIComponent(String(id))}&autoload=false`,
      signal,
    )
    if (found) details.props.set(String(id), found)
  })
  await Promise.all(props)
  return details
}

/** Only llama.cpp's server has them, and a custom owner name may hide it. */
function mayHaveProps({ host, root }: ModelHost, owners: readonly unknown[]): boolean {
  const others = owners.includes('vllm') || owners.includes('organization_owner')
  return root !== undefined && vendorOf(host, [], false) !== 'openai' && !others
}

async function propsOf(modelHost: ModelHost, path: string, signal: AbortSignal): Promise<Entry | undefined> {
  const props = await asked(modelHost, path, signal)
  return isRecord(props?.default_generation_settings) ? props : undefined
}

/** Calls an endpoint that not every server has. */
async function asked(modelHost: ModelHost, path: string, signal: AbortSignal): Promise<Entry | undefined> {
  if (modelHost.root === undefined) return undefined
  try {
    return await callJson(modelHost.client, { path: modelHost.root + path }, signal, DISCOVERY_MS)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof EngineError) return undefined
    throw error
  }
}
