import type { ChatMessage, ChatRequest } from '../engine.ts'
import { optionFields, type Vendor } from './dialect.ts'

/** The body of POST /v1/chat/completions. */
export function chatBody(request: ChatRequest, vendor: Vendor): Record<string, unknown> {
  const { continueFrom } = request
  const messages = request.messages.map(chatMessage)
  if (continueFrom !== undefined) messages.push({ role: 'assistant', content: continueFrom })
  return {
    model: request.model,
    messages,
    stream: true,
    stream_options: { include_usage: true },
    ...optionFields(vendor, request.options),
    // llama.cpp's server continues a last message of the assistant by itself.
    ...(continueFrom !== undefined && vendor === 'vllm'
      ? { continue_final_message: true, add_generation_prompt: false }
      : {}),
  }
}

function chatMessage({ role, text, images = [] }: ChatMessage): Record<string, unknown> {
  // Plain text where there is no picture: some servers take nothing else.
  if (images.length === 0) return { role, content: text }
  const pictures = images.map(({ mimeType, base64 }) => ({
    type: 'image_url',
    image_url: { url: `data:${mimeType};base64,${base64}` },
  }))
  return { role, content: [...(text === '' ? [] : [{ type: 'text', text }]), ...pictures] }
}
