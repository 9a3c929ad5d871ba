// Converts a ChatRequest for a model that runs here. The defaults equal those shown in the options dialog.
import { randomInt } from 'node:crypto'
import { EngineError, type ChatRequest, type OptionName, type OptionUse } from '../../engine.ts'
import { unsupported } from '../../wire/requests.ts'
import type { ChatOrder, Said, Sampling } from './protocol.ts'

/** This binding of llama.cpp has no mirostat and no tfs_z; threads and GPU are configured by the administrator. */
export const OPTION_USE: Readonly<Record<OptionName, OptionUse>> = {
  mirostat: 'unsupported',
  mirostat_eta: 'unsupported',
  mirostat_tau: 'unsupported',
  num_ctx: 'request',
  num_gqa: 'unsupported',
  num_gpu: 'unsupported',
  num_thread: 'unsupported',
  repeat_last_n: 'request',
  repeat_penalty: 'request',
  temperature: 'request',
  seed: 'request',
  stop: 'request',
  tfs_z: 'unsupported',
  num_predict: 'request',
  top_k: 'request',
  top_p: 'request',
}

const ALL_TOKENS = 1_048_576

/** @throws EngineError bad-request for a request that no embedded model can fulfil */
export function requireFulfillable({ messages, tools = [] }: ChatRequest): void {
  const calls = messages.some(({ role, toolCalls = [] }) => role === 'tool' || toolCalls.length > 0)
  if (tools.length > 0 || calls) throw unsupported('it cannot use tools')
  if (messages.some(({ images = [] }) => images.length > 0)) throw unsupported('it cannot see pictures')
}

export function chatOrder(request: ChatRequest): ChatOrder {
  const { options, continueFrom, responseFormat } = request
  const { num_predict: most = -1, num_ctx: windowTokens } = options
  return {
    messages: request.messages.map(saidOf),
    continueFrom,
    sampling: samplingOf(request),
    maxTokens: most > 0 ? most : undefined,
    windowTokens,
    format: responseFormat,
    reasoning: request.reasoning ?? true,
  }
}

function saidOf({ role, text }: ChatRequest['messages'][number]): Said {
  if (role === 'tool') throw new EngineError('internal', 'A tool’s message was not refused')
  return { role, text }
}

function samplingOf({ options, penalties = {} }: ChatRequest): Sampling {
  const { stop = [], seed = 0, repeat_last_n: last = 64 } = options
  return {
    temperature: options.temperature ?? 0.8,
    topK: options.top_k ?? 40,
    topP: options.top_p ?? 0.9,
    // Seed 0 means a new random seed each time.
    seed: seed === 0 ? randomInt(1, 2 ** 31) : seed,
    stop: typeof stop === 'string' ? [stop] : stop,
    repeatPenalty: options.repeat_penalty ?? 1.1,
    repeatTokens: last < 0 ? ALL_TOKENS : last,
    presencePenalty: penalties.presence ?? 0,
    frequencyPenalty: penalties.frequency ?? 0,
  }
}
