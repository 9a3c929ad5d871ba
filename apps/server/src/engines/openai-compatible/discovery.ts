import type { TrustedDoor } from '../../platform/outbound/index.ts'
import { EngineError, type EngineModel } from '../engine.ts'
import { callJson } from '../wire/call.ts'
import { isRecord } from '../wire/failures.ts'
import { isModelName, MAX_MODELS } from '../wire/names.ts'
import { vendorOf, type Vendor } from './dialect.ts'
import { describeModel } from './model.ts'

const DISCOVERY_MS = 30_000
/** Models in memory that a router is asked about; more of them than this do not fit anywhere. */
const MOST_LOADED = 16

export interface Discovery {
  readonly vendor: Vendor
  /** llama.cpp's server with several models, which it loads and unloads when it is asked to. */
  readonly router: boolean
  readonly models: readonly EngineModel[]
}

export interface Place {
  readonly door: TrustedDoor
  readonly host: string
  /** `/v1`, or empty where the base address has it. */
  readonly api: string
  /** Where a server's own calls are, seen from the door; undefined where they cannot be reached. */
  readonly root: string | undefined
  readonly local: boolean
}

type Entry = Record<string, unknown>

/** Asks what there is, and finds out on the way who answers. */
export async function discover(place: Place, signal: AbortSignal): Promise<Discovery> {
  const entries = await listed(place, signal)
  const owners = entries.map((entry) => entry.owned_by)
  const props = mayHaveProps(place, owners) ? await propsOf(place, '/props', signal) : undefined
  const vendor = vendorOf(place.host, owners, props !== undefined)
  const router = vendor === 'llama-server' && entries.some((entry) => statusOf(entry) !== undefined)
  const told = await detailsOf(place, { entries, vendor, router }, signal)
  return {
    vendor,
    router,
    models: entries.map((entry) =>
      describeModel({
        entry: { ...entry, ...told.entries.get(String(entry.id)) },
        props: router ? told.props.get(String(entry.id)) : props,
        vendor,
        local: place.local,
      }),
    ),
  }
}

/** The entries of the list of models, without those that nobody could choose. */
export async function listed(place: Place, signal: AbortSignal): Promise<Entry[]> {
  const { data } = await callJson(place.door, { path: `${place.api}/models` }, signal, DISCOVERY_MS)
  if (!Array.isArray(data)) throw new EngineError('broken-stream', 'The list of models is not a list')
  return data
    .filter(isRecord)
    .filter((entry) => isModelName(entry.id))
    .slice(0, MAX_MODELS)
}

/** What a router of llama.cpp says of a model: unloaded, loading, loaded, sleeping; undefined elsewhere. */
export function statusOf(entry: Entry): { readonly value: string; readonly failed: boolean } | undefined {
  const { status } = entry
  if (!isRecord(status) || typeof status.value !== 'string') return undefined
  return { value: status.value, failed: status.failed === true }
}

/** What is told of single models only: by a router of those in memory, by LM Studio of all. */
async function detailsOf(
  place: Place,
  { entries, vendor, router }: { entries: readonly Entry[]; vendor: Vendor; router: boolean },
  signal: AbortSignal,
): Promise<{ props: Map<string, Entry>; entries: Map<string, Entry> }> {
  const told = { props: new Map<string, Entry>(), entries: new Map<string, Entry>() }
  if (vendor === 'lm-studio') {
    const { data } = (await asked(place, '/api/v0/models', signal)) ?? {}
    for (const entry of Array.isArray(data) ? data.filter(isRecord) : []) {
      // Its own words alone: they are laid over what the other list said.
      const { type, state, max_context_length, loaded_context_length, capabilities } = entry
      told.entries.set(String(entry.id), {
        type,
        state,
        max_context_length,
        loaded_context_length,
        capabilities,
      })
    }
  }
  if (!router) return told
  const loaded = entries.filter((entry) => statusOf(entry)?.value === 'loaded').slice(0, MOST_LOADED)
  const props = loaded.map(async ({ id }) => {
    // Asking must not load a model that was unloaded in the meantime.
    const found = await propsOf(
      place,
      `/props?model=${encodeURIComponent(String(id))}&autoload=false`,
      signal,
    )
    if (found) told.props.set(String(id), found)
  })
  await Promise.all(props)
  return told
}

/** Only llama.cpp's server has them, and it may be hidden behind another owner's name. */
function mayHaveProps({ host, root }: Place, owners: readonly unknown[]): boolean {
  const others = owners.includes('vllm') || owners.includes('organization_owner')
  return root !== undefined && vendorOf(host, [], false) !== 'openai' && !others
}

async function propsOf(place: Place, path: string, signal: AbortSignal): Promise<Entry | undefined> {
  const props = await asked(place, path, signal)
  return isRecord(props?.default_generation_settings) ? props : undefined
}

/** A question that not every server knows. */
async function asked(place: Place, path: string, signal: AbortSignal): Promise<Entry | undefined> {
  if (place.root === undefined) return undefined
  try {
    return await callJson(place.door, { path: place.root + path }, signal, DISCOVERY_MS)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof EngineError) return undefined
    throw error
  }
}
