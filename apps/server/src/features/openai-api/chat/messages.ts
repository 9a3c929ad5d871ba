// Converts the messages of chat completions into engine messages.
import type { ChatMessage, ToolCall } from '#engines/engine.ts'
import {
  addUp,
  contentOf,
  newReading,
  pictureOf,
  textOf,
  fieldsOf,
  isFields,
  nameOf,
  refusal,
  type Picture,
  type Reading,
  type Fields,
} from '../requests/index.ts'

/**
 * Reads `messages`.
 * @throws Problem VALIDATION_FAILED naming the message and its field.
 */
export function readMessages(value: unknown, maxPictureBytes: number): ChatMessage[] {
  if (!Array.isArray(value) || value.length === 0)
    throw refusal('messages', 'messages must be a list with one message at least.')
  const reading = newReading(maxPictureBytes)
  return value.map((message: unknown, index) => {
    const at = `messages[${index}]`
    const read = readMessage(fieldsOf(message, at), at, reading)
    addUp(reading, read, 'messages')
    return read
  })
}

function readMessage(message: Fields, at: string, reading: Reading): ChatMessage {
  const content = { at: `${at}.content`, reading, partOf }
  switch (message['role']) {
    case 'system':
    case 'developer':
      return { role: 'system', text: textOf(message['content'], content) }
    case 'user':
      return { role: 'user', ...contentOf(message['content'], content) }
    case 'assistant':
      return assistantOf(message, at, reading)
    case 'tool':
      return toolOf(message, at, reading)
    case 'function':
      throw refusal(`${at}.role`, 'The role function is not supported. Use the role tool and tool_call_id.')
    default:
      throw refusal(`${at}.role`, 'The role must be system, developer, user, assistant or tool.')
  }
}

function assistantOf(message: Fields, at: string, reading: Reading): ChatMessage {
  if (message['function_call'] != null)
    throw refusal(`${at}.function_call`, 'function_call is not supported. Use tool_calls.')
  if (message['audio'] != null) throw refusal(`${at}.audio`, 'Audio is not supported.')
  const calls = message['tool_calls'] ?? []
  if (!Array.isArray(calls)) throw refusal(`${at}.tool_calls`, 'tool_calls must be a list.')
  const toolCalls = calls.map((call: unknown, index) => toolCallOf(call, `${at}.tool_calls[${index}]`))
  for (const { id, name } of toolCalls) reading.tools.set(id, name)
  // A message with tool calls often has no content.
  const isSilent = message['content'] == null && toolCalls.length > 0
  const text = isSilent ? '' : textOf(message['content'], { at: `${at}.content`, reading, partOf })
  return { role: 'assistant', text, ...(toolCalls.length > 0 ? { toolCalls } : {}) }
}

function toolCallOf(value: unknown, at: string): ToolCall {
  const call = fieldsOf(value, at)
  if (call['type'] !== 'function')
    throw refusal(`${at}.type`, 'Only calls of the type function are supported.')
  const called = fieldsOf(call['function'], `${at}.function`)
  const argumentsText = called['arguments']
  if (typeof argumentsText !== 'string')
    throw refusal(`${at}.function.arguments`, 'The arguments must be a text.')
  return {
    id: nameOf(call['id'], `${at}.id`),
    name: nameOf(called['name'], `${at}.function.name`),
    arguments: argumentsText,
    ...signatureOf(call['extra_content']),
  }
}

/** Reads the signature that Gemini sent with a call; other extensions of the clients are left out. */
function signatureOf(extra: unknown): Pick<ToolCall, 'signature'> {
  const google = isFields(extra) ? extra['google'] : undefined
  const signature = isFields(google) ? google['thought_signature'] : undefined
  return typeof signature === 'string' && signature !== '' ? { signature } : {}
}

function toolOf(message: Fields, at: string, reading: Reading): ChatMessage {
  const toolCallId = nameOf(message['tool_call_id'], `${at}.tool_call_id`)
  const toolName = reading.tools.get(toolCallId)
  if (toolName === undefined)
    throw refusal(`${at}.tool_call_id`, 'No earlier message of the assistant has a tool call with this id.')
  return {
    role: 'tool',
    text: textOf(message['content'], { at: `${at}.content`, reading, partOf }),
    toolCallId,
    toolName,
  }
}

function partOf(value: unknown, at: string, reading: Reading): string | Picture {
  const part = fieldsOf(value, at)
  switch (part['type']) {
    case 'text':
    case 'refusal': {
      const text = part[part['type']]
      if (typeof text !== 'string') throw refusal(`${at}.${part['type']}`, 'The part has no text.')
      return text
    }
    case 'image_url': {
      const image = part['image_url']
      return pictureOf(isFields(image) ? image['url'] : image, `${at}.image_url`, reading)
    }
    case 'input_audio':
      throw refusal(at, 'Audio is not supported.')
    case 'file':
      throw refusal(at, 'Files are not supported. Send their text, or pictures as data: addresses.')
    default:
      throw refusal(`${at}.type`, 'The type of a part must be text or image_url.')
  }
}
