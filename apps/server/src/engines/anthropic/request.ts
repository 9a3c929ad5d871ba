import type {
  ChatMessage,
  ChatRequest,
  OptionName,
  PromptOptionValues,
  Tool,
  ToolCall,
  ToolChoice,
} from '../engine.ts'
import { argumentsAsObject } from '../wire/asked.ts'
import type { Details } from './discovery.ts'

/** The product's name of an option → the field of the request. What is absent is left out of the call. */
export const FIELDS: Readonly<Partial<Record<OptionName, string>>> = {
  temperature: 'temperature',
  top_p: 'top_p',
  top_k: 'top_k',
  stop: 'stop_sequences',
  num_predict: 'max_tokens',
}

/** The API wants a limit of every answer. Long enough for a long one, and below what would block a key's quota. */
const DEFAULT_TOKENS = 32_000
/** What every model that can be asked is able to give. */
const SAFE_TOKENS = 8_192

type Block = Record<string, unknown>
interface Turn {
  readonly role: 'user' | 'assistant'
  readonly content: Block[]
}

/** The body of POST /v1/messages. */
export function messagesBody(request: ChatRequest, details: Details | undefined): Record<string, unknown> {
  const { messages, options, tools = [], toolChoice } = request
  const system = messages.filter(({ role }) => role === 'system').map(({ text }) => text)
  const limit = Number(options.num_predict ?? -1)
  return {
    model: request.model,
    max_tokens: limit > 0 ? limit : Math.min(details?.maxTokens ?? SAFE_TOKENS, DEFAULT_TOKENS),
    ...(system.length === 0 ? {} : { system: system.join('\n\n') }),
    messages: turnsOf(messages),
    stream: true,
    ...sampling(options),
    ...(tools.length === 0 ? {} : { tools: tools.map(toolOf), ...choiceOf(toolChoice) }),
    ...thinkingOf(request, details),
  }
}

function sampling(options: PromptOptionValues): Record<string, unknown> {
  const { temperature, top_p, top_k, stop } = options
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(top_p === undefined ? {} : { top_p }),
    ...(top_k === undefined ? {} : { top_k }),
    ...(stop === undefined ? {} : { stop_sequences: [stop].flat() }),
  }
}

/**
 * Thinking is shown where the model thinks by itself. It bears neither sampling options nor calls of tools, whose
 * thoughts would have to be sent back with the results.
 */
function thinkingOf(
  { options, tools = [] }: ChatRequest,
  details: Details | undefined,
): Record<string, unknown> {
  const sampled = [options.temperature, options.top_p, options.top_k].some((value) => value !== undefined)
  if (!details?.thinksByItself || sampled || tools.length > 0) return {}
  return { thinking: { type: 'adaptive', display: 'summarized' } }
}

function toolOf({ name, description, parameters, strict }: Tool): Record<string, unknown> {
  return {
    name,
    ...(description === undefined ? {} : { description }),
    input_schema: parameters ?? { type: 'object', properties: {} },
    ...(strict === true ? { strict } : {}),
  }
}

function choiceOf(choice: ToolChoice | undefined): Record<string, unknown> {
  if (choice === undefined) return {}
  if (typeof choice !== 'string') return { tool_choice: { type: 'tool', name: choice.name } }
  return { tool_choice: { type: choice === 'required' ? 'any' : choice } }
}

/** The turns of both sides: results of tools are the user's, in one turn after the calls, and the user begins. */
function turnsOf(messages: readonly ChatMessage[]): Turn[] {
  const turns: Turn[] = []
  for (const message of messages) {
    if (message.role === 'system') continue
    const content = blocksOf(message)
    // A turn without content is refused; a message of nothing says nothing.
    if (content.length === 0) continue
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const last = turns.at(-1)
    if (last?.role === role) last.content.push(...content)
    else turns.push({ role, content })
  }
  if (turns[0]?.role === 'assistant') turns.unshift({ role: 'user', content: [{ type: 'text', text: '…' }] })
  return turns
}

function blocksOf({ role, text, images = [], toolCalls = [], toolCallId }: ChatMessage): Block[] {
  if (role === 'tool')
    return [
      { type: 'tool_result', tool_use_id: idOf(toolCallId ?? ''), ...(text === '' ? {} : { content: text }) },
    ]
  const pictures = images.map(({ mimeType, base64 }) => ({
    type: 'image',
    source: { type: 'base64', media_type: mimeType, data: base64 },
  }))
  const words = text.trim() === '' ? [] : [{ type: 'text', text }]
  return [...pictures, ...words, ...toolCalls.map(callOf)]
}

function callOf({ id, name, arguments: written }: ToolCall): Block {
  return { type: 'tool_use', id: idOf(id), name, input: argumentsAsObject(written) }
}

/** Ids may have been made by another engine; this one takes a few characters only. */
function idOf(id: string): string {
  return id.replace(/[^\w-]/g, '_') || '_'
}
