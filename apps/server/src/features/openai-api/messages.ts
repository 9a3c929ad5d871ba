// The conversation as programs send it, made into the engines' messages.
import { ATTACHMENT_LIMITS } from '@polylogue/contract'
import type { ChatMessage, ToolCall } from '../../engines/engine.ts'
import { fieldsOf, isFields, nameOf, refusal, type Fields } from './refusal.ts'

/** Characters of all messages together: far beyond every context, and bounded. */
const MOST_TEXT = 4_000_000

const PICTURE = /^data:(image\/(?:png|jpeg|gif|webp));base64,/

type Picture = NonNullable<ChatMessage['images']>[number]

/** What came before while messages are read: a tool's answer names its tool by the call it belongs to. */
interface Reading {
  characters: number
  pictures: number
  readonly tools: Map<string, string>
}

/**
 * Reads `messages`.
 * @throws Problem VALIDATION_FAILED naming the message and its field.
 */
export function readMessages(value: unknown): ChatMessage[] {
  if (!Array.isArray(value) || value.length === 0)
    throw refusal('messages', 'messages must be a list with one message at least.')
  const reading: Reading = { characters: 0, pictures: 0, tools: new Map() }
  return value.map((message: unknown, index) => {
    const at = `messages[${index}]`
    const read = readMessage(fieldsOf(message, at), at, reading)
    reading.characters += read.text.length
    reading.pictures += read.images?.length ?? 0
    if (reading.characters > MOST_TEXT)
      throw refusal('messages', `The messages have more than ${MOST_TEXT} characters. Send less of them.`)
    if (reading.pictures > ATTACHMENT_LIMITS.count)
      throw refusal('messages', `There are more than ${ATTACHMENT_LIMITS.count} pictures in the messages.`)
    return read
  })
}

function readMessage(message: Fields, at: string, reading: Reading): ChatMessage {
  switch (message['role']) {
    case 'system':
    case 'developer':
      return { role: 'system', text: textOf(message['content'], `${at}.content`) }
    case 'user':
      return { role: 'user', ...contentOf(message['content'], `${at}.content`) }
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
  // Beside calls there is often nothing said.
  const isSilent = message['content'] == null && toolCalls.length > 0
  const text = isSilent ? '' : textOf(message['content'], `${at}.content`)
  return { role: 'assistant', text, ...(toolCalls.length > 0 ? { toolCalls } : {}) }
}

function toolCallOf(value: unknown, at: string): ToolCall {
  const call = fieldsOf(value, at)
  if (call['type'] !== 'function')
    throw refusal(`${at}.type`, 'Only calls of the type function are supported.')
  const called = fieldsOf(call['function'], `${at}.function`)
  const given = called['arguments']
  if (typeof given !== 'string') throw refusal(`${at}.function.arguments`, 'The arguments must be a text.')
  return {
    id: nameOf(call['id'], `${at}.id`),
    name: nameOf(called['name'], `${at}.function.name`),
    arguments: given,
  }
}

function toolOf(message: Fields, at: string, reading: Reading): ChatMessage {
  const toolCallId = nameOf(message['tool_call_id'], `${at}.tool_call_id`)
  const toolName = reading.tools.get(toolCallId)
  if (toolName === undefined)
    throw refusal(`${at}.tool_call_id`, 'No earlier message of the assistant has a tool call with this id.')
  return { role: 'tool', text: textOf(message['content'], `${at}.content`), toolCallId, toolName }
}

/** Text alone, whole or in parts. */
function textOf(content: unknown, at: string): string {
  const { text, images } = contentOf(content, at)
  if (images) throw refusal(at, 'Pictures are read in messages of the user only.')
  return text
}

function contentOf(content: unknown, at: string): Pick<ChatMessage, 'text' | 'images'> {
  if (typeof content === 'string') return { text: content.toWellFormed() }
  if (!Array.isArray(content) || content.length === 0)
    throw refusal(at, 'The content must be a text or a list of parts.')
  const texts: string[] = []
  const images: Picture[] = []
  for (const [index, part] of content.entries()) {
    const read = partOf(part, `${at}[${index}]`)
    if (typeof read === 'string') texts.push(read)
    else images.push(read)
  }
  return { text: texts.join('\n').toWellFormed(), ...(images.length > 0 ? { images } : {}) }
}

function partOf(value: unknown, at: string): string | Picture {
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
      return pictureOf(isFields(image) ? image['url'] : image, `${at}.image_url`)
    }
    case 'input_audio':
      throw refusal(at, 'Audio is not supported.')
    case 'file':
      throw refusal(at, 'Files are not supported. Send their text, or pictures as data: addresses.')
    default:
      throw refusal(`${at}.type`, 'The type of a part must be text or image_url.')
  }
}

function pictureOf(url: unknown, at: string): Picture {
  if (typeof url !== 'string') throw refusal(at, 'The picture has no url.')
  if (/^https?:/i.test(url))
    throw refusal(
      at,
      'Pictures are not fetched from addresses. Send the picture itself: data:image/png;base64,…',
    )
  const mimeType = PICTURE.exec(url)?.[1]
  if (mimeType === undefined)
    throw refusal(at, 'A picture must be a data: address with base64 of a PNG, JPEG, GIF or WebP.')
  const base64 = url.slice(`data:${mimeType};base64,`.length)
  if (base64.length > (ATTACHMENT_LIMITS.bytes / 3) * 4)
    throw refusal(at, `The picture has more than ${ATTACHMENT_LIMITS.bytes} bytes.`)
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw refusal(at, 'The picture is not valid base64.')
  return { mimeType, base64 }
}
