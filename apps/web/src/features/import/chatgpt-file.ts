// Reads the ChatGPT export: `conversations.json`, trees of messages (`mapping`) whose branch ends at `current_node`. Skips
// everything that is not text of a user or model (system, tools, pictures, canvas). Pure.
import { asText, isRecord } from '../../lib/json.ts'
import { NOTHING_FOUND, timeOf, type Found, type FoundChat, type Turn } from './formats.ts'

type Conversation = Record<string, unknown>
type Mapping = Record<string, unknown>

/** Whether a parsed file has this format. */
export const isChatGptFile = (file: unknown): file is unknown[] =>
  Array.isArray(file) && file.some((one) => isRecord(one) && ('mapping' in one || 'current_node' in one))

export function readChatGptFile(file: readonly unknown[]): Found {
  const found = NOTHING_FOUND()
  for (const conversation of file) {
    if (!isRecord(conversation) || !isRecord(conversation['mapping'])) {
      found.unreadable += 1
      continue
    }
    const chat = readConversation(conversation, conversation['mapping'], found)
    if (chat.turns.length === 0) found.empty += 1
    else found.chats.push(chat)
  }
  return found
}

function readConversation(conversation: Conversation, mapping: Mapping, found: Found): FoundChat {
  const turns: Turn[] = []
  for (const message of branchOf(conversation, mapping)) readMessage(message, turns, found)
  const created = timeOf(conversation['create_time'])
  const first = turns[0]
  if (first && !first.created && created) first.created = created
  const modified = timeOf(conversation['update_time'])
  return {
    name: asText(conversation['title']).trim(),
    turns: turns.filter((turn) => turn.queryText.trim() !== ''),
    ...(created ? { created } : {}),
    ...(modified ? { modified } : {}),
  }
}

/**
 * Returns the messages from the root to the current node. A tree without a root, or with a cycle, is read as far as
 * possible.
 */
function branchOf(conversation: Conversation, mapping: Mapping): Record<string, unknown>[] {
  const branch: Record<string, unknown>[] = []
  const seen = new Set<string>()
  let id = Object.hasOwn(mapping, asText(conversation['current_node']))
    ? asText(conversation['current_node'])
    : lastLeaf(mapping)
  while (id !== '' && !seen.has(id)) {
    seen.add(id)
    const node = Object.hasOwn(mapping, id) ? mapping[id] : undefined
    if (!isRecord(node)) break
    if (isRecord(node['message'])) branch.push(node['message'])
    id = asText(node['parent'])
  }
  return branch.reverse()
}

function lastLeaf(mapping: Mapping): string {
  const leaves = Object.entries(mapping).filter(
    ([, node]) => isRecord(node) && (!Array.isArray(node['children']) || node['children'].length === 0),
  )
  return leaves.at(-1)?.[0] ?? Object.keys(mapping).at(-1) ?? ''
}

function readMessage(message: Record<string, unknown>, turns: Turn[], found: Found): void {
  const role = isRecord(message['author']) ? asText(message['author']['role']) : ''
  if (role !== 'user' && role !== 'assistant') return
  const metadata = isRecord(message['metadata']) ? message['metadata'] : {}
  if (metadata['is_visually_hidden_from_conversation'] === true) return
  // Skips messages from the model to a tool (`recipient`: search, canvas).
  const recipient = asText(message['recipient'])
  if (role === 'assistant' && recipient !== '' && recipient !== 'all') return
  const { text, pictures } = contentOf(message['content'])
  found.pictures += pictures
  if (role === 'user') return ask(text, pictures, message, turns)
  const last = turns.at(-1)
  if (!last || text.trim() === '') return
  last.responseText = [last.responseText, text].filter(Boolean).join('\n\n')
  const model = asText(metadata['model_slug'])
  if (model) last.modelName = model
}

function ask(text: string, pictures: number, message: Record<string, unknown>, turns: Turn[]): void {
  if (text.trim() === '' && pictures === 0) return
  const created = timeOf(message['create_time'])
  // Keeps the turn of a question that had only a picture.
  turns.push({
    queryText: text.trim() === '' ? '…' : text,
    responseText: '',
    ...(created ? { created } : {}),
  })
}

/** Returns the text parts of a message and the number of other parts. Code for tools and canvases is not text. */
function contentOf(content: unknown): { text: string; pictures: number } {
  if (!isRecord(content)) return { text: '', pictures: 0 }
  const kind = asText(content['content_type'])
  if (kind !== '' && kind !== 'text' && kind !== 'multimodal_text') return { text: '', pictures: 0 }
  const parts: unknown[] = Array.isArray(content['parts']) ? content['parts'] : []
  const texts = parts.flatMap((part) => {
    if (typeof part === 'string') return part
    // Audio parts contain a transcript.
    return isRecord(part) && asText(part['content_type']) === 'audio_transcription'
      ? asText(part['text'])
      : []
  })
  const pictures = parts.filter(
    (part) => isRecord(part) && asText(part['content_type']).endsWith('_pointer'),
  ).length
  return { text: texts.filter((text) => text !== '').join('\n\n'), pictures }
}
