// Shared by the handlers of all dialects.
import type { ServerResponse } from 'node:http'
import type { Pacer } from './pacer.ts'
import { settingsOf, type DEFAULTS, type Settings } from './settings.ts'
import type { Stats } from './stats.ts'
import type { Embed } from './vector.ts'

export interface ModelServerOptions {
  /** 0 = any free port. */
  readonly port?: number
  readonly host?: string
  /** Default settings of every answer; the model name overrides them. */
  readonly settings?: Partial<typeof DEFAULTS>
  /** Returns settings of the answer to this request; they override `settings`. */
  readonly answer?: (body: Record<string, unknown>) => Partial<typeof DEFAULTS>
  /** Names of the available models, in all dialects. */
  readonly models?: readonly string[]
  /** The `data` of GET /v1/models, verbatim. */
  readonly openaiModels?: readonly unknown[]
  /** The `models` of GET /api/tags, verbatim. */
  readonly ollamaModels?: readonly unknown[]
  /** The `data` of GET /v1/models for requests with an Anthropic version header; otherwise OpenAI's. */
  readonly anthropicModels?: readonly unknown[]
  /** The `data` of LM Studio's GET /api/v0/models; 404 if absent. */
  readonly lmStudioModels?: readonly unknown[]
  /** Acts as a llama.cpp router with these models; one named `broken` fails to load. */
  readonly router?: readonly string[]
  /** Responses of POST /api/show by model name; other models have a default one. */
  readonly ollamaShow?: Readonly<Record<string, unknown>>
  /** The body of GET /props; 404 if absent. */
  readonly props?: unknown
  /** Makes the vectors of texts; by default numbers that depend on the text only. */
  readonly embed?: Embed
  /** Called with the body of every POST request, as JSON. */
  readonly heard?: (body: string) => void
  /** If set, required as a bearer token or as `x-api-key`. */
  readonly apiKey?: string
}

export interface Desk {
  readonly options: ModelServerOptions & {
    readonly models: readonly string[]
    readonly settings: Partial<typeof DEFAULTS>
  }
  readonly pacer: Pacer
  stats: Stats
  /** Number of refusals so far, by model name with settings. */
  readonly refused: Map<string, number>
  /** Models of a router: number of status requests until each is loaded. */
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

/** Returns the settings of the answer to a request. */
export const settingsFor = ({ options }: Desk, body: Record<string, unknown>): Settings =>
  settingsOf(body['model'], { ...options.settings, ...options.answer?.(body) })

/** Returns whether to refuse this request, and with which headers. */
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
