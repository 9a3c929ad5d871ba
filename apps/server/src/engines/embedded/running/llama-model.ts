// A loaded model, inside its own process: one context that several answers share.
import {
  getLlama,
  resolveChatWrapper,
  type Llama,
  type LlamaContextSequence,
  type LlamaEmbeddingContext,
  type LlamaModel,
} from 'node-llama-cpp'
import type { Usage } from '../../engine.ts'
import { answerWith, promptOf } from './llama-answer.ts'
import { failureOf, Unfulfillable } from './llama-failures.ts'
import type { ChatOrder, LoadOrder } from './protocol.ts'

export interface OpenModel {
  readonly contextTokens: number
  /** Yields an answer piece by piece. The caller must not start more answers than there are sequences. */
  answer(
    order: ChatOrder,
    signal: AbortSignal,
    piece: (type: 'text' | 'thinking', text: string) => void,
  ): Promise<{ reason: 'stop' | 'length'; usage: Usage }>
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>
}

/** Loads a model; calls `told` with the loaded share, from 0 to 1. */
export async function openModel(order: LoadOrder, onProgress: (share: number) => void): Promise<OpenModel> {
  const llama = await getLlama({
    gpu: false,
    build: 'never',
    skipDownload: true,
    maxThreads: order.threads,
    logger: (_level, message) => process.stderr.write(`${message.trimEnd()}\n`),
  }).catch((error: unknown) => refuse(error, 'llama.cpp cannot run on this machine'))
  try {
    const model = await llama.loadModel({ modelPath: order.path, onLoadProgress: inPercent(onProgress) })
    return await (order.embeddings ? embedder(model, order) : talker(llama, model, order))
  } catch (error) {
    return refuse(error, 'llama.cpp cannot load its file: it is damaged, or of a kind that it does not know')
  }
}

/** Limits progress calls to one per percent. */
function inPercent(onProgress: (share: number) => void): (share: number) => void {
  let last = -1
  return (share) => {
    const percent = Math.floor(share * 100)
    if (percent > last) onProgress(share)
    last = Math.max(last, percent)
  }
}

/** Throws lack of memory as such; any other error with a reason for users. */
function refuse(error: unknown, reason: string): never {
  const { code, message } = failureOf(error)
  throw code === 'out-of-memory' ? error : new Unfulfillable({ code: 'bad-request', message, reason })
}

async function embedder(model: LlamaModel, { contextTokens, threads }: LoadOrder): Promise<OpenModel> {
  const context = await model.createEmbeddingContext({ contextSize: contextTokens, threads })
  return {
    contextTokens,
    answer: () => Promise.reject(new Error('This model makes vectors')),
    async embed(texts, signal) {
      const vectors: Float32Array[] = []
      for (const text of texts) {
        signal.throwIfAborted()
        vectors.push(await vectorOf(context, text, contextTokens))
      }
      return vectors
    },
  }
}

async function vectorOf(
  context: LlamaEmbeddingContext,
  text: string,
  contextTokens: number,
): Promise<Float32Array> {
  // Empty text has no embedding, a space has one.
  const said = text === '' ? ' ' : text
  if (context.calculateInputLength(said) >= contextTokens)
    throw new Unfulfillable({ code: 'context-overflow', message: `A text has over ${contextTokens} tokens` })
  const { vector } = await context.getEmbeddingFor(said)
  return Float32Array.from(vector)
}

async function talker(llama: Llama, model: LlamaModel, order: LoadOrder): Promise<OpenModel> {
  const { sequences, threads, contextTokens } = order
  const context = await model.createContext({ sequences, threads, contextSize: contextTokens })
  const beginning = resolveChatWrapper(model)
  // A continued answer may start with a space.
  const jinjaTemplate = { trimLeadingWhitespaceInResponses: false }
  const continuing = resolveChatWrapper(model, { customWrapperSettings: { jinjaTemplate } })
  const free = Array.from({ length: sequences }, () => context.getSequence())
  return {
    contextTokens: context.contextSize,
    async answer(asked, signal, piece) {
      const wrapper = asked.continueFrom === undefined ? beginning : continuing
      const prompt = promptOf(asked, { model, wrapper, contextTokens: context.contextSize })
      const sequence = takeBest(free, prompt.tokens)
      try {
        return await answerWith(asked, prompt, { llama, wrapper, sequence, signal, piece })
      } finally {
        free.push(sequence)
      }
    },
    embed: () => Promise.reject(new Error('This model makes answers')),
  }
}

/**
 * Takes the sequence with the longest matching prefix, so that a conversation continues without reading its prompt again.
 */
function takeBest(
  free: LlamaContextSequence[],
  tokens: Parameters<LlamaContextSequence['compareContextTokens']>[0],
): LlamaContextSequence {
  const known = free.map((sequence) => sequence.compareContextTokens(tokens).firstDifferentIndex)
  const [best] = free.splice(known.indexOf(Math.max(...known)), 1)
  if (!best) throw new Error('More is asked at once than there are sequences')
  return best
}
