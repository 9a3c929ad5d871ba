// ChatGPT's export: `conversations.json` is a list of conversations, each a tree of messages (`mapping`) whose current branch
// ends at `current_node`. What is no text of a person or a model (system, tools, pictures, canvas) is left out. Pure.
import { isObject, NOTHING_FOUND, textOf, timeOf, type Found, type FoundChat, type Turn } from './formats.ts'

type Conversation = Record<string, unknown>
type Mapping = Record<string, unknown>

/** Whether a parsed file looks like that list. */
export const isChatGptFile = (file: unknown): file is unknown[] =>
  Array.isArray(file) && file.some((one) => isObject(one) && ('mapping' in one || 'current_node' in one))

export function readChatGptFile(file: readonly unknown[]): Found {
  const found = NOTHING_FOUND()
  for (const conversation of file) {
    if (!isObject(conversation) || !isObject(conversation['mapping'])) {
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
  return {
    name: textOf(conversation['title']).trim(),
    turns: turns.filter((turn) => turn.queryText.trim() !== ''),
  }
}

/** The messages from the root to the current node. A tree without one, or with a cycle, is followed as far as it goes. */
function branchOf(conversation: Conversation, mapping: Mapping): Record<string, unknown>[] {
  const branch: Record<string, unknown>[] = []
  const seen = new Set<string>()
  let id = Object.hasOwn(mapping, textOf(conversation['current_node']))
    ? textOf(conversation['current_node'])
    : lastLeaf(mapping)
  while (id !== '' && !seen.has(id)) {
    seen.add(id)
    const node = Object.hasOwn(mapping, id) ? mapping[id] : undefined
    if (!isObject(node)) break
    if (isObject(node['message'])) branch.push(node['message'])
    id = textOf(node['parent'])
  }
  return branch.reverse()
}

function lastLeaf(mapping: Mapping): string {
  const leaves = Object.entries(mapping).filter(
    ([, node]) => isObject(node) && (!Array.isArray(node['children']) || node['children'].length === 0),
  )
  return leaves.at(-1)?.[0] ?? Object.keys(mapping).at(-1) ?? ''
}

function readMessage(message: Record<string, unknown>, turns: Turn[], found: Found): void {
  const role = isObject(message['author']) ? textOf(message['author']['role']) : ''
  if (role !== 'user' && role !== 'assistant') return
  const metadata = isObject(message['metadata']) ? message['metadata'] : {}
  if (metadata['is_visually_hidden_from_conversation'] === true) return
  // What a model says to a tool (`recipient`: a search, a canvas) is no answer to a person.
  const recipient = textOf(message['recipient'])
  if (role === 'assistant' && recipient !== '' && recipient !== 'all') return
  const { text, pictures } = contentOf(message['content'])
  found.pictures += pictures
  if (role === 'user') return ask(text, pictures, message, turns)
  const last = turns.at(-1)
  if (!last || text.trim() === '') return
  last.responseText = [last.responseText, text].filter(Boolean).join('\n\n')
  const model = textOf(metadata['model_slug'])
  if (model) last.modelName = model
}

function ask(text: string, pictures: number, message: Record<string, unknown>, turns: Turn[]): void {
  if (text.trim() === '' && pictures === 0) return
  const created = timeOf(message['create_time'])
  // A picture alone was a question too; its place is kept.
  turns.push({
    queryText: text.trim() === '' ? '…' : text,
    responseText: '',
    ...(created ? { created } : {}),
  })
}

/** The text parts of a message, and how many parts are no text. Code that a model ran or wrote into a canvas is no text part. */
function contentOf(content: unknown): { text: string; pictures: number } {
  if (!isObject(content)) return { text: '', pictures: 0 }
  const kind = textOf(content['content_type'])
  if (kind !== '' && kind !== 'text' && kind !== 'multimodal_text') return { text: '', pictures: 0 }
  const parts: unknown[] = Array.isArray(content['parts']) ? content['parts'] : []
  const texts = parts.flatMap((part) => {
    if (typeof part === 'string') return part
    // Spoken words come with what was understood.
    return isObject(part) && textOf(part['content_type']) === 'audio_transcription'
      ? textOf(part['text'])
      : []
  })
  const pictures = parts.filter(
    (part) => isObject(part) && textOf(part['content_type']).endsWith('_pointer'),
  ).length
  return { text: texts.filter((text) => text !== '').join('\n\n'), pictures }
}
