// What the handlers of both dialects share.
import type { ServerResponse } from 'node:http'
import type { Pacer } from './pacer.ts'
import type { DEFAULTS, Settings } from './settings.ts'
import type { Stats } from './stats.ts'

export interface ModelServerOptions {
  /** 0 = any free port. */
  readonly port?: number
  readonly host?: string
  /** Settings of every answer that its model name does not override. */
  readonly settings?: Partial<typeof DEFAULTS>
  /** Names of the models there are, in both dialects. */
  readonly models?: readonly string[]
  /** The `data` of GET /v1/models, word for word. */
  readonly openaiModels?: readonly unknown[]
  /** The `models` of GET /api/tags, word for word. */
  readonly ollamaModels?: readonly unknown[]
  /** The `data` of GET /v1/models for whoever names a version of Anthropic's API; as OpenAI's otherwise. */
  readonly anthropicModels?: readonly unknown[]
  /** The `data` of LM Studio's GET /api/v0/models, which is 404 otherwise. */
  readonly lmStudioModels?: readonly unknown[]
  /** The server is a router of llama.cpp with these models; one named `broken` cannot be loaded. */
  readonly router?: readonly string[]
  /** Answers of POST /api/show by model name; every model has a plain one otherwise. */
  readonly ollamaShow?: Readonly<Record<string, unknown>>
  /** The body of GET /props, which is 404 otherwise. */
  readonly props?: unknown
  /** Required as a bearer token, or as `x-api-key`, when given. */
  readonly apiKey?: string
}

export interface Desk {
  readonly options: ModelServerOptions & {
    readonly models: readonly string[]
    readonly settings: Partial<typeof DEFAULTS>
  }
  readonly pacer: Pacer
  stats: Stats
  /** Refusals given so far, by model name with its settings. */
  readonly refused: Map<string, number>
  /** What a router has in memory: the looks left until it is loaded. */
  readonly routed: Map<string, number>
}

export function sendJson(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const text = JSON.stringify(body)
  res.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...headers,
  })
  res.end(text)
}

/** Whether this request is to be refused, and with which headers. */
export function refuse(
  desk: Desk,
  body: Record<string, unknown>,
  settings: Settings,
): Record<string, string> | undefined {
  if (settings.status === 0) return undefined
  const key = String(body.model)
  const before = desk.refused.get(key) ?? 0
  desk.refused.set(key, before + 1)
  if (settings.times > 0 && before >= settings.times) return undefined
  return settings.retry >= 0 ? { 'retry-after': String(settings.retry) } : {}
}
