// The OpenAI dialect: chat completions as server-sent events or whole, models, embeddings, llama.cpp's /props.
import type { ServerResponse } from 'node:http'
import { Emission, type Answer, type Dialect } from './emit.ts'
import { refuse, sendJson, settingsFor, type Desk } from './desk.ts'
import { callPieces, tokensOf, wishOf, type Settings } from './settings.ts'
import { vectorOf } from './vector.ts'

type Body = Record<string, unknown>

let serial = 0

export function openaiModels(res: ServerResponse, desk: Desk): void {
  const data =
    desk.options.openaiModels ??
    desk.options.models.map((id) => ({ id, object: 'model', owned_by: 'scripted' }))
  sendJson(res, 200, { object: 'list', data })
}

export function openaiChat(res: ServerResponse, body: Body, desk: Desk): void {
  const settings = settingsFor(desk, body)
  const refusal = refuse(desk, body, settings)
  if (refusal) {
    const error = {
      message: settings.message,
      type: 'scripted_error',
      code: settings.code || String(settings.status),
    }
    return sendJson(res, settings.status, { error }, refusal)
  }
  const answer = answerOf(settings, body)
  const id = `chatcmpl-${++serial}`
  const common = { id, created: Math.floor(Date.now() / 1000), model: String(body.model) }
  if (body.stream !== true) return wholeAnswer(res, common, answer)
  const includeUsage = (body.stream_options as Body | undefined)?.include_usage === true
  const dialect = dialectOf(common, settings, includeUsage)
  const reading = body.return_progress === true ? readingOf(common, settings) : ''
  const begin = () => reading + dialect.begin()
  new Emission(res, answer, { ...dialect, begin }, desk.stats, desk.pacer).run()
}

function answerOf(settings: Settings, body: Body): Answer {
  const { count, at } = tokensOf(settings, body)
  const limit = Number(body.max_tokens ?? body.max_completion_tokens ?? Number.POSITIVE_INFINITY)
  return { settings, count: settings.tool ? 0 : Math.min(count, limit), limited: limit < count, at }
}

function usageOf(settings: Settings, sent: number) {
  return { prompt_tokens: settings.prompt, completion_tokens: sent, total_tokens: settings.prompt + sent }
}

function finishOf(settings: Settings, reason: 'stop' | 'length'): string {
  if (settings.tool) return 'tool_calls'
  return settings.finish === 2 ? 'content_filter' : reason
}

function dialectOf(
  common: { id: string; created: number; model: string },
  settings: Settings,
  usage: boolean,
): Dialect {
  const chunk = { object: 'chat.completion.chunk', ...common }
  const head = `data: ${JSON.stringify(chunk).slice(0, -1)},"choices":[{"index":0,"delta":`
  const tail = ',"finish_reason":null}]}\n\n'
  const thought = settings.reasoning ? 'reasoning' : 'reasoning_content'
  const wished = callPieces(settings).map(({ call, part, text }) => {
    const named = part === 0 ? { id: `call_${call + 1}`, type: 'function' } : {}
    const name = part === 0 ? { name: settings.tool } : {}
    const signed = call === 0 && part === 0 ? signatureOf(settings) : {}
    const piece = { index: call, ...named, function: { ...name, arguments: text }, ...signed }
    return `${head}${JSON.stringify({ tool_calls: [piece] })}${tail}`
  })
  return {
    contentType: 'text/event-stream; charset=utf-8',
    comment: ': still here\n\n',
    garbage: 'data: {not json\n\n',
    openLine: 'data: {"choices":[{"delta":{"content":"',
    begin: () => `${head}{"role":"assistant","content":""}${tail}` + (settings.tool ? wished.join('') : ''),
    token: (text, i) =>
      `${head}{"${i < settings.think ? thought : 'content'}":${JSON.stringify(text)}}${tail}`,
    error: (message) =>
      `data: ${JSON.stringify({ error: { message, type: 'scripted_error', code: settings.code } })}\n\n`,
    end: (sent, reason) =>
      `${head}{},"finish_reason":"${finishOf(settings, reason)}"}]}\n\n` +
      (usage
        ? `data: ${JSON.stringify({ ...chunk, choices: [], usage: usageOf(settings, sent) })}\n\n`
        : '') +
      'data: [DONE]\n\n',
  }
}

/** Prompt progress of llama.cpp's server; a tenth of the prompt is cached. */
function readingOf(common: object, { readPieces, prompt }: Settings): string {
  const cache = Math.floor(prompt / 10)
  const choices = [{ index: 0, finish_reason: null, delta: { role: 'assistant', content: null } }]
  return Array.from({ length: readPieces }, (_, piece) => {
    const processed = cache + Math.round(((prompt - cache) * (piece + 1)) / readPieces)
    const progress = { total: prompt, cache, processed, time_ms: piece }
    const told = { object: 'chat.completion.chunk', ...common, choices, prompt_progress: progress }
    return `data: ${JSON.stringify(told)}\n\n`
  }).join('')
}

function wholeAnswer(res: ServerResponse, common: object, answer: Answer): void {
  const { settings, count, limited } = answer
  const parts = Array.from({ length: count }, (_, i) => answer.at(i))
  const message = {
    role: 'assistant',
    content: parts.slice(settings.think).join(''),
    ...(settings.tool ? { tool_calls: callsOf(settings) } : {}),
    ...(settings.think > 0 ? { reasoning_content: parts.slice(0, settings.think).join('') } : {}),
  }
  const choice = { index: 0, finish_reason: finishOf(settings, limited ? 'length' : 'stop'), message }
  const reply = { object: 'chat.completion', ...common, usage: usageOf(settings, count), choices: [choice] }
  setTimeout(
    () => sendJson(res, 200, reply),
    settings.first + (settings.rate > 0 ? (count * 1000) / settings.rate : 0),
  )
}

const signatureOf = ({ signature }: Settings) =>
  signature ? { extra_content: { google: { thought_signature: signature } } } : {}

function callsOf({ tool, calls }: Settings): Body[] {
  return Array.from({ length: calls }, (_, i) => {
    const wish = { name: tool, arguments: JSON.stringify(wishOf(i)) }
    return { id: `call_${i + 1}`, type: 'function', function: wish }
  })
}

export async function openaiEmbeddings(res: ServerResponse, body: Body, desk: Desk): Promise<void> {
  const settings = settingsFor(desk, body)
  const refusal = refuse(desk, body, settings)
  if (refusal) return sendJson(res, settings.status, { error: { message: settings.message } }, refusal)
  const input = [body.input].flat().map(String)
  const { embed = vectorOf } = desk.options
  const vectors = await Promise.all(input.map(async (text) => embed(text, settings.name)))
  if (vectors.includes(undefined)) return sendJson(res, 503, { error: { message: settings.message } })
  if (vectors.includes('bad')) return sendJson(res, 400, { error: { message: settings.message } })
  // In reverse, because clients must use the index and not the order.
  const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })).reverse()
  sendJson(res, 200, { object: 'list', model: body.model, data, usage: { prompt_tokens: input.length } })
}
