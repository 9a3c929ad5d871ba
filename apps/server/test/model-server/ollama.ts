// Ollama's dialect: chat and generate as NDJSON, the list of models, loading, pulling and deleting.
import type { ServerResponse } from 'node:http'
import { refuse, sendJson, settingsFor, type Desk } from './desk.ts'
import { Emission, type Answer, type Dialect } from './emit.ts'
import { tokensOf, wishOf, type Settings } from './settings.ts'
import { vectorOf } from './vector.ts'

type Body = Record<string, unknown>

const PULL_BYTES = 50_000_000
const DETAILS = {
  format: 'gguf',
  family: 'llama',
  families: ['llama'],
  parameter_size: '1M',
  quantization_level: 'F16',
}

/** The models on the server's disk and in its memory, by full name. */
export class Shelf {
  readonly stored: Set<string>
  readonly loaded = new Set<string>()
  /** Completed steps of interrupted downloads, by model name. */
  readonly fetched = new Map<string, number>()

  constructor(names: readonly string[]) {
    this.stored = new Set(names.map(wholeName))
  }
}

function wholeName(name: string): string {
  return name.includes(':') ? name : `${name}:latest`
}

const entryOf = (name: string) => ({
  name,
  model: name,
  modified_at: '2026-01-01T00:00:00Z',
  size: PULL_BYTES,
  digest: Buffer.from(name).toString('hex').padEnd(64, '0'),
  details: DETAILS,
})

export function ollamaTags(res: ServerResponse, desk: Desk, shelf: Shelf): void {
  sendJson(res, 200, { models: desk.options.ollamaModels ?? [...shelf.stored].map(entryOf) })
}

export function ollamaRunning(res: ServerResponse, shelf: Shelf): void {
  const expires = new Date(Date.now() + 300_000).toISOString()
  sendJson(res, 200, {
    models: [...shelf.loaded].map((name) => ({ ...entryOf(name), size_vram: 0, expires_at: expires })),
  })
}

export function ollamaShow(res: ServerResponse, body: Body, desk: Desk, shelf: Shelf): void {
  const name = String(body.model ?? body.name)
  const scripted = desk.options.ollamaShow?.[name]
  if (scripted) return sendJson(res, 200, scripted)
  if (!shelf.stored.has(name)) return sendJson(res, 404, { error: `model '${name}' not found` })
  const info = { 'general.architecture': 'llama', 'llama.context_length': 4096 }
  sendJson(res, 200, { details: DETAILS, model_info: info, capabilities: ['completion'] })
}

export function ollamaChat(
  res: ServerResponse,
  body: Body,
  desk: Desk,
  shelf: Shelf,
  generate: boolean,
): void {
  const settings = settingsFor(desk, body)
  const refusal = refuse(desk, body, settings)
  if (refusal) return sendJson(res, settings.status, { error: settings.message }, refusal)
  const asked = generate ? body.prompt : (body.messages as unknown[] | undefined)?.length
  if (!asked) return keepAlive(res, body, desk, shelf, settings)
  // A model counts as loaded once its answer begins.
  if (settings.head > 0)
    desk.pacer.at(performance.now() + settings.head, () => shelf.loaded.add(wholeName(String(body.model))))
  else shelf.loaded.add(wholeName(String(body.model)))
  const answer = answerOf(settings, body)
  const dialect = dialectOf(String(body.model), settings, generate)
  if (body.stream !== false) return new Emission(res, answer, dialect, desk.stats, desk.pacer).run()
  const text = Array.from({ length: answer.count }, (_, i) => answer.at(i)).join('')
  const last = JSON.parse(dialect.end(answer.count, answer.limited ? 'length' : 'stop')) as Body
  setTimeout(() => sendJson(res, 200, { ...last, ...piece(text, 'content', generate) }), settings.first)
}

/** A call without a question: loads the model within `head`, or unloads it with `keep_alive: 0`. */
function keepAlive(res: ServerResponse, body: Body, desk: Desk, shelf: Shelf, settings: Settings): void {
  const name = wholeName(String(body.model))
  if (body.keep_alive === 0) {
    shelf.loaded.delete(name)
    return sendJson(res, 200, { model: name, done: true, done_reason: 'unload' })
  }
  if (settings.name.startsWith('embed'))
    return sendJson(res, 400, { error: `"${name}" does not support generate` })
  desk.stats.open++
  res.on('close', () => {
    desk.stats.open--
    desk.stats[res.writableFinished ? 'finished' : 'abandoned']++
  })
  if (settings.head < 0) return
  desk.pacer.at(performance.now() + settings.head, () => {
    shelf.loaded.add(name)
    sendJson(res, 200, { model: name, done: true, done_reason: 'load' })
  })
}

function answerOf(settings: Settings, body: Body): Answer {
  const { count, at } = tokensOf(settings, body)
  const asked = Number((body.options as Body | undefined)?.num_predict ?? -1)
  const limit = asked > 0 ? asked : Number.POSITIVE_INFINITY
  return { settings, count: settings.tool ? 0 : Math.min(count, limit), limited: limit < count, at }
}

function piece(text: string, key: 'content' | 'thinking', generate: boolean): Body {
  if (generate) return { response: text }
  return { message: { role: 'assistant', content: '', [key]: text } }
}

function dialectOf(model: string, settings: Settings, generate: boolean): Dialect {
  const base = { model, created_at: '2026-01-01T00:00:00Z' }
  const head = `${JSON.stringify(base).slice(0, -1)},`
  const line = (value: Body): string => `${JSON.stringify(value)}\n`
  const call = {
    role: 'assistant',
    content: '',
    tool_calls: Array.from({ length: settings.calls }, (_, i) => {
      return { function: { name: settings.tool, arguments: wishOf(i) } }
    }),
  }
  return {
    contentType: 'application/x-ndjson',
    comment: '\n',
    garbage: '{not json\n',
    openLine: `${head}"message":{"role":"assistant","content":"`,
    begin: () => (settings.tool ? line({ ...base, message: call, done: false }) : ''),
    token: (text, i) =>
      `${head}${JSON.stringify(piece(text, i < settings.think ? 'thinking' : 'content', generate)).slice(1, -1)},"done":false}\n`,
    error: (message) => line({ error: message }),
    end: (sent, reason) =>
      line({
        ...base,
        ...piece('', 'content', generate),
        done: true,
        done_reason: reason,
        total_duration: 1,
        load_duration: 1,
        prompt_eval_count: settings.prompt,
        prompt_eval_duration: 1,
        eval_count: sent,
        eval_duration: 1,
      }),
  }
}

export function ollamaEmbed(res: ServerResponse, body: Body, desk: Desk, shelf: Shelf): void {
  const settings = settingsFor(desk, body)
  shelf.loaded.add(wholeName(String(body.model)))
  const refusal = refuse(desk, body, settings)
  if (refusal) return sendJson(res, settings.status, { error: settings.message }, refusal)
  const embeddings = [body.input].flat().map((text) => vectorOf(String(text)))
  sendJson(res, 200, { model: body.model, embeddings, prompt_eval_count: 1 })
}

/** Returns a progress line; the first layer has nine tenths of the bytes. */
function pullLine(step: number, steps: number): Body {
  const done = (PULL_BYTES * step) / steps
  const first = PULL_BYTES * 0.9
  const [digest, total, completed] =
    done <= first ? ['ab', first, Math.round(done)] : ['cd', PULL_BYTES - first, Math.round(done - first)]
  const name = `sha256:${digest.repeat(32)}`
  return { status: `pulling ${name.slice(7, 19)}`, digest: name, total, completed }
}

/**
 * Simulates a download of `tokens` steps, 100 a second, with every fault of an answer. Steps before a cut are kept for the
 * next pull. An endless one repeats its progress. A name with "missing" fails as in Ollama, with status 200.
 */
export function ollamaPull(res: ServerResponse, body: Body, desk: Desk, shelf: Shelf): void {
  const missing = String(body.model).includes('missing')
  const absent = { errorAt: -1, message: 'pull model manifest: file does not exist' }
  const named = settingsFor(desk, body)
  const settings = { ...named, rate: named.rate || 100, ...(missing ? absent : {}) }
  const refusal = refuse(desk, body, settings)
  if (refusal) return sendJson(res, settings.status, { error: settings.message }, refusal)
  const name = wholeName(settings.name)
  const steps = settings.tokens
  const before = shelf.fetched.get(name) ?? 0
  const line = (value: Body): string => `${JSON.stringify(value)}\n`
  const layer = (done: number): string => line(pullLine(done, steps))
  const dialect: Dialect = {
    contentType: 'application/x-ndjson',
    comment: '\n',
    garbage: '{not json\n',
    openLine: '{"status":"',
    // Reports the existing layers first.
    begin: () =>
      line({ status: 'pulling manifest' }) +
      (before > steps * 0.9 ? layer(steps * 0.9) : '') +
      (before > 0 ? layer(before) : ''),
    token: (_, i) => {
      if (settings.endless) return layer(1)
      shelf.fetched.set(name, before + i + 1)
      const whole = before + i + 1 > steps * 0.9 && before + i <= steps * 0.9
      return (whole ? layer(steps * 0.9) : '') + layer(before + i + 1)
    },
    error: (message) => line({ error: message }),
    end: () => {
      shelf.fetched.delete(name)
      shelf.stored.add(name)
      return ['verifying sha256 digest', 'writing manifest', 'success']
        .map((status) => line({ status }))
        .join('')
    },
  }
  const answer = {
    settings,
    count: settings.endless ? Number.POSITIVE_INFINITY : steps - before,
    limited: false,
    at: () => '',
  }
  new Emission(res, answer, dialect, desk.stats, desk.pacer).run()
}

export function ollamaDelete(res: ServerResponse, body: Body, shelf: Shelf): void {
  const name = wholeName(String(body.model ?? body.name))
  if (!shelf.stored.delete(name)) return sendJson(res, 404, { error: `model '${name}' not found` })
  shelf.loaded.delete(name)
  res.end()
}
