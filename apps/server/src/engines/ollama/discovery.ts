import { isRecord, type TrustedClient } from '#platform/outbound/index.ts'
import { EngineError, type EngineModel } from '../engine.ts'
import { callJson, callList } from '../wire/call.ts'
import { isModelName, MAX_MODELS } from '../wire/names.ts'
import { countOf, tokensOf } from '../wire/pieces.ts'
import { running } from './memory.ts'

const DISCOVERY_MS = 30_000
/** Limits parallel detail requests, so that answers to users have priority. */
const AT_ONCE = 4

/** The result of POST /api/show for a model, cached by its digest. */
export type Details = Pick<EngineModel, 'capabilities' | 'contextLength'> & { readonly remote: boolean }

/** Lists the models. `known` caches details by digest between calls. */
export async function discover(
  client: TrustedClient,
  local: boolean,
  known: Map<string, Details>,
  signal: AbortSignal,
): Promise<readonly EngineModel[]> {
  const limits = { timeoutMs: DISCOVERY_MS, fields: ['models'] }
  const [models, loaded] = await Promise.all([
    callList(client, { path: '/api/tags' }, signal, limits),
    inMemory(client, signal),
  ])
  const entries = models
    .filter(isRecord)
    .filter((entry) => isModelName(nameOf(entry)))
    .slice(0, MAX_MODELS)
  const found: EngineModel[] = []
  const asked = new Map<string, Details>()
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    const batch = entries.slice(at, at + AT_ONCE).map(async (entry) => {
      const key = `${String(entry.digest)} ${String(nameOf(entry))}`
      const details = known.get(key) ?? (await detailsOf(client, entry, signal))
      if (details) asked.set(key, details)
      return modelOf(entry, details, local, loaded)
    })
    found.push(...(await Promise.all(batch)))
  }
  known.clear()
  for (const [key, details] of asked) known.set(key, details)
  return found
}

/** Returns undefined if the server does not report it; the models are listed anyway. */
async function inMemory(
  client: TrustedClient,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number | undefined> | undefined> {
  try {
    return await running(client, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof EngineError) return undefined
    throw error
  }
}

function nameOf(entry: Record<string, unknown>): unknown {
  return entry.name ?? entry.model
}

/** Returns undefined for a model that was removed meanwhile or that the server cannot describe. */
async function detailsOf(
  client: TrustedClient,
  entry: Record<string, unknown>,
  signal: AbortSignal,
): Promise<Details | undefined> {
  try {
    const request = { method: 'POST' as const, path: '/api/show', body: { model: nameOf(entry) } }
    const shown = await callJson(client, request, signal, DISCOVERY_MS)
    const contextLength = contextOf(shown.model_info)
    return {
      capabilities: capabilitiesOf(shown, entry),
      remote: isRemote(shown),
      ...(contextLength === undefined ? {} : { contextLength }),
    }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof EngineError) return undefined
    throw error
  }
}

function modelOf(
  entry: Record<string, unknown>,
  details: Details | undefined,
  local: boolean,
  loaded: ReadonlyMap<string, number | undefined> | undefined,
): EngineModel {
  const name = String(nameOf(entry))
  const memoryBytes = loaded?.get(name)
  const sizeBytes = countOf(entry.size)
  const remote = isRemote(entry) || details?.remote === true
  return {
    name,
    ...splitName(name),
    ...(details?.contextLength === undefined ? {} : { contextLength: details.contextLength }),
    capabilities: details?.capabilities ?? capabilitiesOf({}, entry),
    ...(sizeBytes ? { sizeBytes } : {}),
    // A third party's server needs no loading by us.
    ...(loaded === undefined ? {} : { loaded: loaded.has(name) || remote }),
    ...(memoryBytes === undefined ? {} : { memoryBytes }),
    // Ollama can forward prompts to its cloud: such a model is not local even on a local server.
    local: local && !remote,
  }
}

/** Splits `llama3.2:3b` into llama3.2 and 3b. The port of a registry (`host:5000/name`) is not a tag. */
export function splitName(name: string): { readonly family: string; readonly tag: string } {
  const colon = name.lastIndexOf(':')
  if (colon <= name.lastIndexOf('/') || colon === name.length - 1) return { family: name, tag: 'latest' }
  return { family: name.slice(0, colon), tag: name.slice(colon + 1) }
}

function isRemote(entry: Record<string, unknown>): boolean {
  return typeof entry.remote_host === 'string' && entry.remote_host !== ''
}

function contextOf(info: unknown): number | undefined {
  if (!isRecord(info)) return undefined
  const value = info[`${String(info['general.architecture'])}.context_length`]
  return tokensOf(value) || undefined
}

/** Servers before 0.6.4 report no capabilities; there the family identifies embedding models. */
function capabilitiesOf(
  shown: Record<string, unknown>,
  entry: Record<string, unknown>,
): EngineModel['capabilities'] {
  const named = Array.isArray(shown.capabilities) ? shown.capabilities : undefined
  const family = isRecord(entry.details) ? String(entry.details.family) : ''
  const embeddings = named ? named.includes('embedding') : /bert/i.test(family)
  return {
    chat: named ? named.includes('completion') : !embeddings,
    images: named?.includes('vision') ?? false,
    thinking: named?.includes('thinking') ?? false,
    tools: named?.includes('tools') ?? false,
    embeddings,
  }
}
