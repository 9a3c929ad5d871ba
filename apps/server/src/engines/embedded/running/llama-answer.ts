// One answer of a loaded model, inside the model's process.
import {
  LlamaChat,
  type ChatHistoryItem,
  type ChatWrapper,
  type Llama,
  type LlamaContextSequence,
  type LlamaGrammar,
  type LlamaModel,
  type Token,
} from 'node-llama-cpp'
import type { ResponseFormat, Usage } from '../../engine.ts'
import { Unfulfillable } from './llama-failures.ts'
import type { ChatOrder, Said } from './protocol.ts'

export interface Prompt {
  readonly history: ChatHistoryItem[]
  readonly tokens: Token[]
  /** Maximum number of tokens of the answer: what is left of the context window. */
  readonly room: number
}

interface TalkingModel {
  readonly model: LlamaModel
  readonly wrapper: ChatWrapper
  readonly contextTokens: number
}

/** Tokens that stay free: at the last one the binding starts to drop the beginning of the context (context shift). */
const SPARE = 2

/** Renders the conversation with the chat template. @throws Unfulfillable when no room is left for an answer */
export function promptOf(order: ChatOrder, { model, wrapper, contextTokens }: TalkingModel): Prompt {
  const history = historyOf(order)
  const { contextText } = wrapper.generateContextState({ chatHistory: history })
  const tokens = contextText.tokenize(model.tokenizer)
  const room = Math.min(order.windowTokens ?? Infinity, contextTokens) - tokens.length - SPARE
  if (room < 1) {
    const message = `A prompt of ${tokens.length} tokens does not fit into ${contextTokens}`
    throw new Unfulfillable({ code: 'context-overflow', message })
  }
  return { history, tokens, room }
}

function historyOf({ messages, continueFrom }: ChatOrder): ChatHistoryItem[] {
  // The last item is the answer to write or to continue.
  const answer: ChatHistoryItem = {
    type: 'model',
    response: continueFrom === undefined ? [] : [continueFrom],
  }
  return [...messages.map(itemOf), answer]
}

function itemOf({ role, text }: Said): ChatHistoryItem {
  if (role === 'assistant') return { type: 'model', response: [text] }
  return { type: role, text }
}

export interface LlamaAnswerOptions {
  readonly llama: Llama
  readonly wrapper: ChatWrapper
  readonly sequence: LlamaContextSequence
  readonly signal: AbortSignal
  piece(type: 'text' | 'thinking', text: string): void
}

/** Generates. Throws the signal's reason within one token of the abort. */
export async function answerWith(
  order: ChatOrder,
  prompt: Prompt,
  { llama, wrapper, sequence, signal, piece }: LlamaAnswerOptions,
): Promise<{ reason: 'stop' | 'length'; usage: Usage }> {
  const grammar = order.format && (await grammarOf(llama, order.format))
  const chat = new LlamaChat({ contextSequence: sequence, chatWrapper: wrapper })
  let responseTokens = 0
  try {
    const { metadata } = await chat.generateResponse(prompt.history, {
      ...samplingOf(order),
      ...(grammar ? { grammar } : {}),
      ...(order.reasoning ? {} : { budgets: { thoughtTokens: 0 } }),
      signal,
      maxTokens: Math.min(order.maxTokens ?? Infinity, prompt.room),
      onResponseChunk(chunk) {
        responseTokens += chunk.tokens.length
        if (chunk.text === '') return
        const isFirst = responseTokens === chunk.tokens.length
        const text = isFirst ? firstText(chunk, prompt, order, sequence) : chunk.text
        piece(chunk.type === 'segment' ? 'thinking' : 'text', storable(text))
      },
    })
    signal.throwIfAborted()
    const reason = metadata.stopReason === 'maxTokens' ? 'length' : 'stop'
    return { reason, usage: { promptTokens: prompt.tokens.length, responseTokens } }
  } finally {
    chat.dispose()
  }
}

/** Number of trailing prompt tokens that are passed as context for decoding the first token. */
const CONTEXT_TOKENS = 16

/**
 * Decodes the first piece as a continuation of the prompt: decoded alone it loses its leading space, as at the start of an
 * answer.
 */
function firstText(
  { text, tokens }: { readonly text: string; readonly tokens: Token[] },
  prompt: Prompt,
  { continueFrom }: ChatOrder,
  { model }: LlamaContextSequence,
): string {
  if (!continueFrom) return text
  const following = model.detokenize(tokens, false, prompt.tokens.slice(-CONTEXT_TOKENS))
  return following.trimStart() === text.trimStart() ? following : text
}

/** PostgreSQL text cannot contain NUL. */
function storable(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text
}

function samplingOf({ sampling }: ChatOrder) {
  const { temperature, topK, topP, seed, stop } = sampling
  const penalizes =
    sampling.repeatPenalty !== 1 || sampling.presencePenalty !== 0 || sampling.frequencyPenalty !== 0
  return {
    temperature,
    topK,
    topP,
    seed,
    customStopTriggers: stop,
    repeatPenalty:
      penalizes && sampling.repeatTokens > 0
        ? {
            lastTokens: sampling.repeatTokens,
            penalty: sampling.repeatPenalty,
            presencePenalty: sampling.presencePenalty,
            frequencyPenalty: sampling.frequencyPenalty,
          }
        : (false as const),
  }
}

type Schema = Parameters<Llama['createGrammarForJsonSchema']>[0]

async function grammarOf(llama: Llama, format: ResponseFormat): Promise<LlamaGrammar> {
  if (format.type === 'json') return llama.getGrammarFor('json')
  try {
    // Unsupported parts of the JSON Schema are ignored or refused.
    return await llama.createGrammarForJsonSchema(format.schema as Schema)
  } catch (error) {
    const message = `No grammar can be made of the schema: ${error instanceof Error ? error.message : ''}`
    throw new Unfulfillable({ code: 'bad-request', message, reason: 'it cannot follow that JSON Schema' })
  }
}
