import type { ChatMessage, ChatRequest, ResponseFormat, Tool, ToolCall, ToolChoice } from '../engine.ts'
import { optionFields, withoutReasoning, type Vendor } from './dialect.ts'

/** Builds the body of POST /v1/chat/completions; `isCounted` asks for token counts. */
export function chatBody(request: ChatRequest, vendor: Vendor, isCounted = true): Record<string, unknown> {
  const { continueFrom, tools = [], toolChoice, penalties, responseFormat } = request
  const messages = request.messages.map(chatMessage)
  if (continueFrom !== undefined) messages.push({ role: 'assistant', content: continueFrom })
  return {
    model: request.model,
    messages,
    stream: true,
    ...(isCounted ? { stream_options: { include_usage: true } } : {}),
    // Requests prompt progress: a long prompt takes minutes on a small machine.
    ...(vendor === 'llama-server' ? { return_progress: true } : {}),
    ...optionFields(vendor, request.options, request.model),
    ...(penalties?.presence === undefined ? {} : { presence_penalty: penalties.presence }),
    ...(penalties?.frequency === undefined ? {} : { frequency_penalty: penalties.frequency }),
    ...(tools.length === 0 ? {} : { tools: tools.map(toolOf), ...choiceOf(toolChoice) }),
    ...(responseFormat === undefined ? {} : { response_format: formatOf(responseFormat, vendor) }),
    ...(request.reasoning === false ? withoutReasoning(vendor, request.model) : {}),
    // llama.cpp's server continues a final assistant message automatically.
    ...(continueFrom !== undefined && vendor === 'vllm'
      ? { continue_final_message: true, add_generation_prompt: false }
      : {}),
  }
}

function toolOf(tool: Tool): Record<string, unknown> {
  return { type: 'function', function: tool }
}

function choiceOf(choice: ToolChoice | undefined): Record<string, unknown> {
  if (choice === undefined) return {}
  return { tool_choice: typeof choice === 'string' ? choice : { type: 'function', function: choice } }
}

function formatOf(format: ResponseFormat, vendor: Vendor): Record<string, unknown> {
  if (format.type === 'schema') {
    const { type: _type, ...described } = format
    return { type: 'json_schema', json_schema: described }
  }
  // LM Studio supports only schemas; every object matches this one.
  if (vendor === 'lm-studio')
    return { type: 'json_schema', json_schema: { name: 'object', schema: { type: 'object' } } }
  return { type: 'json_object' }
}

function chatMessage({ role, text, images = [], ...more }: ChatMessage): Record<string, unknown> {
  const { toolCalls = [], toolCallId } = more
  if (role === 'tool') return { role, tool_call_id: toolCallId ?? '', content: text }
  if (toolCalls.length > 0)
    return { role, content: text === '' ? null : text, tool_calls: toolCalls.map(callOf) }
  // Plain text if there is no image: some servers accept nothing else.
  if (images.length === 0) return { role, content: text }
  const pictures = images.map(({ mimeType, base64 }) => ({
    type: 'image_url',
    image_url: { url: `data:${mimeType};base64,${base64}` },
  }))
  return { role, content: [...(text === '' ? [] : [{ type: 'text', text }]), ...pictures] }
}

function callOf({ id, name, arguments: written, signature }: ToolCall): Record<string, unknown> {
  return {
    id,
    type: 'function',
    function: { name, arguments: written },
    // Gemini refuses calls of its own without it; others never get one, because they send none.
    ...(signature === undefined ? {} : { extra_content: { google: { thought_signature: signature } } }),
  }
}
