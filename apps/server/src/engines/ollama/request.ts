import {
  OPTION_NAMES,
  type ChatMessage,
  type ChatRequest,
  type OptionName,
  type OptionUse,
  type PromptOptionValues,
  type ResponseFormat,
  type Tool,
} from '../engine.ts'
import { argumentsAsObject, unsupported, toolNameOf } from '../wire/requests.ts'

/** How this server treats each option. */
export type Uses = Readonly<Record<OptionName, OptionUse>>

/** Builds the body of POST /api/chat. Throws EngineError for a tool choice that Ollama cannot enforce. */
export function chatBody(request: ChatRequest, uses: Uses): Record<string, unknown> {
  const { messages, continueFrom, penalties, responseFormat } = request
  const sent = messages.map((message) => chatMessage(message, messages))
  if (continueFrom !== undefined) sent.push({ role: 'assistant', content: continueFrom })
  const options = {
    ...obeyedOptions(request.options, uses),
    ...(penalties?.presence === undefined ? {} : { presence_penalty: penalties.presence }),
    ...(penalties?.frequency === undefined ? {} : { frequency_penalty: penalties.frequency }),
  }
  const tools = offeredTools(request)
  return {
    model: request.model,
    messages: sent,
    stream: true,
    ...(Object.keys(options).length > 0 ? { options } : {}),
    ...(tools.length > 0 ? { tools: tools.map(toolOf) } : {}),
    ...(responseFormat === undefined ? {} : { format: formatOf(responseFormat) }),
    // Models that do not think, and servers before 0.9, ignore it.
    ...(request.reasoning === false ? { think: false } : {}),
  }
}

/** Returns only the changed options that this server supports: sending defaults would reload the model. */
export function obeyedOptions(values: PromptOptionValues, uses: Uses): Record<string, unknown> {
  const sent = OPTION_NAMES.filter((name) => values[name] !== undefined && uses[name] !== 'unsupported')
  return Object.fromEntries(sent.map((name) => [name, name === 'stop' ? [values.stop].flat() : values[name]]))
}

/** Ollama always lets the model choose: `none` is done by leaving out the tools, a specific tool is impossible. */
function offeredTools({ tools = [], toolChoice = 'auto' }: ChatRequest): readonly Tool[] {
  if (tools.length === 0 || toolChoice === 'none') return []
  if (toolChoice !== 'auto') throw unsupported('it cannot be made to call a tool')
  return tools
}

function toolOf({ name, description, parameters }: Tool): Record<string, unknown> {
  const described = description === undefined ? {} : { description }
  return {
    type: 'function',
    function: { name, ...described, parameters: parameters ?? { type: 'object', properties: {} } },
  }
}

function formatOf(format: ResponseFormat): unknown {
  return format.type === 'json' ? 'json' : format.schema
}

function chatMessage(message: ChatMessage, all: readonly ChatMessage[]): Record<string, unknown> {
  const { role, text, images = [], toolCalls = [], toolCallId } = message
  const name = role === 'tool' ? toolNameOf(message, all) : undefined
  return {
    role,
    content: text,
    ...(images.length > 0 ? { images: images.map((image) => image.base64) } : {}),
    ...(toolCalls.length > 0
      ? {
          tool_calls: toolCalls.map((call) => ({
            id: call.id,
            function: { name: call.name, arguments: argumentsAsObject(call.arguments) },
          })),
        }
      : {}),
    ...(name === undefined ? {} : { tool_name: name }),
    ...(toolCallId === undefined ? {} : { tool_call_id: toolCallId }),
  }
}
