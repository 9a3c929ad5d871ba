import type {
  ChatMessage,
  ChatRequest,
  OptionName,
  PromptOptionValues,
  Tool,
  ToolCall,
  ToolChoice,
} from '../engine.ts'
import { argumentsAsObject } from '../wire/requests.ts'
import type { Details } from './discovery.ts'

/** Maps the product's option names to request fields. Options that are absent here are left out of the call. */
export const FIELDS: Readonly<Partial<Record<OptionName, string>>> = {
  temperature: 'temperature',
  top_p: 'top_p',
  top_k: 'top_k',
  stop: 'stop_sequences',
  num_predict: 'max_tokens',
}

/** The API requires a limit. Long enough for a long answer, and below what would exhaust a key's quota. */
const DEFAULT_TOKENS = 32_000
/** Every model supports at least this many tokens. */
const SAFE_TOKENS = 8_192

type Block = Record<string, unknown>
interface Turn {
  readonly role: 'user' | 'assistant'
  readonly content: Block[]
}

/** Builds the body of POST /v1/messages. */
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
 * Requests thinking only from models that set their own budget, and only without sampling options and tool calls:
 * with tools the thinking blocks would have to be sent back with the results.
 */
function thinkingOf(
  { options, tools = [], reasoning }: ChatRequest,
  details: Details | undefined,
): Record<string, unknown> {
  const sampled = [options.temperature, options.top_p, options.top_k].some((value) => value !== undefined)
  if (!details?.thinksByItself || sampled || tools.length > 0 || reasoning === false) return {}
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

/** Merges messages into alternating turns that begin with the user; tool results belong to the user turn after the calls. */
function turnsOf(messages: readonly ChatMessage[]): Turn[] {
  const turns: Turn[] = []
  for (const message of messages) {
    if (message.role === 'system') continue
    const content = blocksOf(message)
    // The API refuses a turn without content, so empty messages are dropped.
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

/** Replaces ids made by another engine: this API accepts only a few characters in an id. */
function idOf(id: string): string {
  return id.replace(/[^\w-]/g, '_') || '_'
}
