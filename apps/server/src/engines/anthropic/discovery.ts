import { isRecord, type TrustedClient } from '#platform/outbound/index.ts'
import { EngineError, type EngineModel } from '../engine.ts'
import { callJson } from '../wire/call.ts'
import { isModelName, MAX_MODELS } from '../wire/names.ts'
import { tokensOf } from '../wire/pieces.ts'

const DISCOVERY_MS = 30_000
const PER_PAGE = 100
/** Enough pages for MAX_MODELS; a longer list is treated as a fault. */
const MAX_PAGES = 10

/** What a request needs to know about its model. */
export interface Details {
  /** Maximum number of tokens of an answer; undefined if the API does not report it. */
  readonly maxTokens: number | undefined
  /** Whether the model sets its own thinking budget (adaptive thinking), the only mode that needs no budget from us. */
  readonly thinksByItself: boolean
}

export interface Discovery {
  readonly models: readonly EngineModel[]
  readonly details: ReadonlyMap<string, Details>
}

type Entry = Record<string, unknown>

/** Lists the models, page by page. */
export async function discover(
  client: TrustedClient,
  local: boolean,
  signal: AbortSignal,
): Promise<Discovery> {
  const entries: Entry[] = []
  let after = ''
  for (let page = 0; page < MAX_PAGES && entries.length < MAX_MODELS; page++) {
    const from = after === '' ? '' : `&after_id=${encodeURIComponent(after)}`
    const path = `/v1/models?limit=${PER_PAGE}${from}`
    const answer = await callJson(client, { path }, signal, DISCOVERY_MS)
    if (!Array.isArray(answer.data))
      throw new EngineError('broken-stream', 'The list of models is not a list')
    entries.push(...answer.data.filter(isRecord).filter((entry) => isModelName(entry.id)))
    const last = typeof answer.last_id === 'string' ? answer.last_id : ''
    if (answer.has_more !== true || last === '' || last === after) break
    after = last
  }
  const kept = entries.slice(0, MAX_MODELS)
  return {
    models: kept.map((entry) => modelOf(entry, local)),
    details: new Map(kept.map((entry) => [String(entry.id), detailsOf(entry)])),
  }
}

function modelOf(entry: Entry, local: boolean): EngineModel {
  const name = String(entry.id)
  const contextLength = tokensOf(entry.max_input_tokens) || undefined
  return {
    name,
    family: name,
    tag: 'latest',
    ...(contextLength === undefined ? {} : { contextLength }),
    capabilities: {
      chat: true,
      // Every model since Claude 3 supports images and tools; older lists do not report these capabilities.
      images: supports(entry, 'image_input') ?? true,
      thinking: supports(entry, 'thinking') ?? false,
      tools: true,
      embeddings: false,
    },
    local,
  }
}

function detailsOf(entry: Entry): Details {
  const thinking = isRecord(entry.capabilities) ? entry.capabilities.thinking : undefined
  const types = isRecord(thinking) ? thinking.types : undefined
  return {
    maxTokens: tokensOf(entry.max_tokens) || undefined,
    thinksByItself: isRecord(types) && isSupported(types.adaptive) === true,
  }
}

function supports({ capabilities }: Entry, name: string): boolean | undefined {
  return isRecord(capabilities) ? isSupported(capabilities[name]) : undefined
}

function isSupported(value: unknown): boolean | undefined {
  return isRecord(value) && typeof value.supported === 'boolean' ? value.supported : undefined
}
