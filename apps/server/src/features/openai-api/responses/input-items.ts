// Converts `instructions` and `input` of POST /v1/responses into engine messages. The output of a response can be sent back
// unchanged: separate items of one turn are merged into one message.
import type { ChatMessage, ToolCall } from '#engines/engine.ts'
import {
  addUp,
  contentOf,
  newReading,
  pictureOf,
  textOf,
  fieldsOf,
  nameOf,
  refusal,
  type Picture,
  type Reading,
  type Fields,
} from '../requests/index.ts'

/**
 * Reads the conversation: a string or a list of items.
 * @throws Problem VALIDATION_FAILED naming the item and its field.
 */
export function readInput(
  input: unknown,
  instructions: string | undefined,
  maxPictureBytes: number,
): ChatMessage[] {
  const isText = typeof input === 'string'
  const items: unknown[] = isText ? [{ role: 'user', content: input }] : Array.isArray(input) ? input : []
  if (items.length === 0 || input === '')
    throw refusal('input', 'input must be a text, or a list with one item at least.')
  const reading = newReading(maxPictureBytes)
  const messages: ChatMessage[] = []
  if (instructions !== undefined) {
    const message = { role: 'system', text: instructions.toWellFormed() } as const
    addUp(reading, message, 'instructions')
    messages.push(message)
  }
  const before = messages.length
  for (const [index, item] of items.entries()) {
    const at = `input[${index}]`
    const read = readItem(fieldsOf(item, at), at, reading)
    if (!read) continue
    addUp(reading, read, 'input')
    add(messages, read)
  }
  if (messages.length === before) throw refusal('input', 'input has no message.')
  return messages
}

/** Returns undefined for ignored items. */
function readItem(item: Fields, at: string, reading: Reading): ChatMessage | undefined {
  switch (item['type'] ?? (item['role'] === undefined ? 'item_reference' : 'message')) {
    case 'message':
      return messageOf(item, at, reading)
    case 'function_call': {
      const call = callOf(item, at)
      reading.tools.set(call.id, call.name)
      return { role: 'assistant', text: '', toolCalls: [call] }
    }
    case 'function_call_output':
      return outputOf(item, at, reading)
    case 'reasoning':
      // Previous reasoning is not sent to the model again, as in chat completions.
      return undefined
    case 'item_reference':
      throw refusal(
        at,
        'Nothing is kept here that an item could refer to. Send the item itself, as libraries do with store: false.',
      )
    default:
      throw refusal(
        `${at}.type`,
        'Items are of the type message, function_call, function_call_output or reasoning.',
      )
  }
}

function messageOf(item: Fields, at: string, reading: Reading): ChatMessage {
  const content = item['content']
  const place = { at: `${at}.content`, reading, partOf }
  switch (item['role']) {
    case 'system':
    case 'developer':
      return { role: 'system', text: textOf(content, place) }
    case 'user':
      return { role: 'user', ...contentOf(content, place) }
    case 'assistant':
      return { role: 'assistant', text: textOf(content, place) }
    default:
      throw refusal(`${at}.role`, 'The role must be system, developer, user or assistant.')
  }
}

function callOf(item: Fields, at: string): ToolCall {
  const argumentsText = item['arguments']
  if (typeof argumentsText !== 'string') throw refusal(`${at}.arguments`, 'The arguments must be a text.')
  return {
    id: nameOf(item['call_id'], `${at}.call_id`),
    name: nameOf(item['name'], `${at}.name`),
    arguments: argumentsText,
  }
}

function outputOf(item: Fields, at: string, reading: Reading): ChatMessage {
  const toolCallId = nameOf(item['call_id'], `${at}.call_id`)
  const toolName = reading.tools.get(toolCallId)
  if (toolName === undefined)
    throw refusal(
      `${at}.call_id`,
      'No earlier function_call in input has this call_id. Send the call with its output.',
    )
  return {
    role: 'tool',
    text: textOf(item['output'], { at: `${at}.output`, reading, partOf }),
    toolCallId,
    toolName,
  }
}

/** Adds a message; merges the assistant's text and calls of one turn. */
function add(messages: ChatMessage[], message: ChatMessage): void {
  const last = messages.at(-1)
  const isOne =
    last?.role === 'assistant' &&
    message.role === 'assistant' &&
    (last.toolCalls !== undefined || message.toolCalls !== undefined)
  if (!isOne) {
    messages.push(message)
    return
  }
  const text = [last.text, message.text].filter((one) => one !== '').join('\n')
  const toolCalls = [...(last.toolCalls ?? []), ...(message.toolCalls ?? [])]
  messages[messages.length - 1] = { role: 'assistant', text, toolCalls }
}

function partOf(value: unknown, at: string, reading: Reading): string | Picture {
  const part = fieldsOf(value, at)
  switch (part['type']) {
    case 'input_text':
    case 'output_text':
    case 'refusal': {
      const name = part['type'] === 'refusal' ? 'refusal' : 'text'
      const text = part[name]
      if (typeof text !== 'string') throw refusal(`${at}.${name}`, 'The part has no text.')
      return text
    }
    case 'input_image':
      if (part['image_url'] == null && part['file_id'] != null)
        throw refusal(
          `${at}.file_id`,
          'No files are kept here. Send the picture itself as image_url: data:image/png;base64,…',
        )
      return pictureOf(part['image_url'], `${at}.image_url`, reading)
    case 'input_audio':
      throw refusal(at, 'Audio is not supported.')
    case 'input_file':
      throw refusal(at, 'Files are not supported. Send their text, or pictures as data: addresses.')
    default:
      throw refusal(`${at}.type`, 'The type of a part must be input_text, output_text or input_image.')
  }
}
