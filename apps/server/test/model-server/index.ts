// A scripted model server for tests, benchmarks and browser tests: OpenAI's, Ollama's and Anthropic's dialects on one port,
// without a model.
// Its models are `mock` (numbered tokens), `script` (the text in `text`), `echo` (its request) and `embed`;
// settings per server or in the model name define the answer (settings.ts). Any other model is 404.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as anthropic from './anthropic.ts'
import { sendJson, type Desk, type ModelServerOptions } from './desk.ts'
import * as ollama from './ollama.ts'
import * as openai from './openai.ts'
import { Pacer } from './pacer.ts'
import * as router from './router.ts'
import { freshStats, type Stats } from './stats.ts'

export { model } from './settings.ts'
export type { ModelServerOptions } from './desk.ts'
export type { Stats } from './stats.ts'
export { byWords, type Embed } from './vector.ts'

export interface ModelServer {
  /** `http://127.0.0.1:<port>`: Ollama's base address; OpenAI's, with or without `/v1`. */
  readonly url: string
  stats(): Stats
  /** Resets the statistics; open streams stay counted. */
  reset(): void
  /** Sends the rest of all running answers and downloads at once; none of them may be endless. */
  finish(): void
  /** Closes every connection. */
  close(): Promise<void>
}

type Body = Record<string, unknown>

/** Starts the server. Also serves GET /__stats and POST /__reset, for programs that run it as a process. */
export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const models = options.models ?? ['mock', 'script', 'echo', 'embed']
  const desk: Desk = {
    options: { ...options, models, settings: options.settings ?? {} },
    pacer: new Pacer(),
    stats: freshStats(),
    refused: new Map(),
    routed: new Map(),
  }
  const shelf = new ollama.Shelf(models)
  const server = createServer((req, res) => {
    receive(req).then(
      (body) => handle(req, res, body, desk, shelf),
      (error: unknown) => sendJson(res, 400, { error: { message: String(error) } }),
    )
  })
  server.keepAliveTimeout = 60_000
  server.on('connection', (socket) => {
    socket.setNoDelay(true)
    desk.stats.connections++
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: options.port ?? 0, host: options.host ?? '127.0.0.1', backlog: 4096 }, resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stats: () => desk.stats,
    reset: () => reset(desk),
    finish: () => desk.pacer.finish(),
    close: async () => {
      desk.pacer.stop()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

function reset(desk: Desk): void {
  const fresh = freshStats(desk.stats.open)
  // Changes the object in place, because open streams decrement it.
  Object.assign(desk.stats, fresh)
  desk.refused.clear()
}

async function receive(req: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = []
  for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk)
  return chunks.length === 0 ? {} : (JSON.parse(Buffer.concat(chunks).toString()) as Body)
}

function handle(
  req: IncomingMessage,
  res: ServerResponse,
  body: Body,
  desk: Desk,
  shelf: ollama.Shelf,
): void {
  const key = `${req.method} ${req.url?.split('?')[0]}`
  if (key === 'GET /__stats') return sendJson(res, 200, desk.stats)
  if (key === 'POST /__reset') {
    reset(desk)
    return sendJson(res, 200, {})
  }
  const { stats, options } = desk
  stats.requests++
  stats.byPath[key] = (stats.byPath[key] ?? 0) + 1
  stats.lastHeaders = req.headers
  if (req.method === 'POST') {
    stats.lastBody = body
    options.heard?.(JSON.stringify(body))
  }
  const presented = req.headers['x-api-key'] ?? req.headers.authorization?.replace('Bearer ', '')
  if (options.apiKey && presented !== options.apiKey) {
    return sendJson(res, 401, { error: { message: `Incorrect API key provided: ${String(presented)}` } })
  }
  if (isUnknown(key, body, key.includes(' /api/') ? [...shelf.stored] : options.models)) {
    const error = `model '${String(body.model)}' not found`
    return sendJson(res, 404, {
      error: key.includes('/v1/') ? { message: error, code: 'model_not_found' } : error,
    })
  }
  const { router: routed } = options
  if (routed && router.answersRouter(key, new URL(req.url ?? '/', 'http://x'), res, body, desk)) return
  if (req.headers['anthropic-version'] !== undefined && key === 'GET /v1/models')
    return anthropic.anthropicModels(res, new URL(req.url ?? '/', 'http://x').searchParams, desk)
  route(key, res, body, desk, shelf)
}

const ANSWERING = [
  '/v1/chat/completions',
  '/v1/embeddings',
  '/v1/messages',
  '/api/chat',
  '/api/generate',
  '/api/embed',
]

function isUnknown(key: string, body: Body, models: readonly string[]): boolean {
  const asked = String(body.model)
    .split('?')[0]
    ?.replace(/:latest$/, '')
  return (
    ANSWERING.some((path) => key === `POST ${path}`) &&
    !models.some((name) => name.replace(/:latest$/, '') === asked)
  )
}

function route(key: string, res: ServerResponse, body: Body, desk: Desk, shelf: ollama.Shelf): void {
  switch (key) {
    case 'GET /health':
      return sendJson(res, 200, { status: 'ok' })
    case 'GET /props':
      return desk.options.props ? sendJson(res, 200, desk.options.props) : sendJson(res, 404, {})
    case 'GET /v1/models':
      return openai.openaiModels(res, desk)
    case 'POST /v1/chat/completions':
      return openai.openaiChat(res, body, desk)
    case 'POST /v1/embeddings':
      return void openai.openaiEmbeddings(res, body, desk)
    case 'POST /v1/messages':
      return anthropic.anthropicMessages(res, body, desk)
    case 'GET /api/v0/models':
      return desk.options.lmStudioModels
        ? sendJson(res, 200, { data: desk.options.lmStudioModels })
        : sendJson(res, 404, {})
    case 'GET /api/version':
      return sendJson(res, 200, { version: '0.0.0-scripted' })
    case 'GET /api/tags':
      return ollama.ollamaTags(res, desk, shelf)
    case 'GET /api/ps':
      return ollama.ollamaRunning(res, shelf)
    case 'POST /api/show':
      return ollama.ollamaShow(res, body, desk, shelf)
    case 'POST /api/chat':
      return ollama.ollamaChat(res, body, desk, shelf, false)
    case 'POST /api/generate':
      return ollama.ollamaChat(res, body, desk, shelf, true)
    case 'POST /api/embed':
      return ollama.ollamaEmbed(res, body, desk, shelf)
    case 'POST /api/pull':
      return ollama.ollamaPull(res, body, desk, shelf)
    case 'DELETE /api/delete':
      return ollama.ollamaDelete(res, body, shelf)
    default:
      return sendJson(res, 404, { error: { message: `no route ${key}` } })
  }
}
