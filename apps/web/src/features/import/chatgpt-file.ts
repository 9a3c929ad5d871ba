// Reads the ChatGPT export: `conversations.json`, or one chat of it: trees of messages (`mapping`) whose branch ends at
// `current_node`. Pure.
import { asText, isRecord } from '#lib/json.ts'
import { branchTo } from './branch.ts'
import { saidIn } from './chatgpt-message.ts'
import { NO_PICTURES, NOTHING_FOUND, type ImportedChats, type Pictures } from './formats.ts'
import { addChat } from './said.ts'

type Fields = Record<string, unknown>

const isConversation = (one: unknown): one is Fields =>
  isRecord(one) && (isRecord(one['mapping']) || 'current_node' in one)

/** Whether a parsed file has this format. */
export const isChatGptFile = (file: unknown): boolean =>
  isConversation(file) ||
  (Array.isArray(file) && file.some((one) => isRecord(one) && ('mapping' in one || isConversation(one))))

export function readChatGptFile(file: unknown, pictures: Pictures = NO_PICTURES): ImportedChats {
  const found = NOTHING_FOUND()
  for (const conversation of Array.isArray(file) ? (file as unknown[]) : [file]) {
    if (!isRecord(conversation)) found.left.push({ name: '', why: 'noChat' })
    else if (isRecord(conversation['mapping']))
      readConversation(conversation, conversation['mapping'], found, pictures)
    else found.left.push({ name: asText(conversation['title']), why: 'noMessages' })
  }
  return found
}

function readConversation(
  conversation: Fields,
  mapping: Fields,
  found: ImportedChats,
  pictures: Pictures,
): void {
  const nodeOf = (id: string) => {
    const node = Object.hasOwn(mapping, id) ? mapping[id] : undefined
    return isRecord(node) ? node : undefined
  }
  const current = asText(conversation['current_node'])
  const last = nodeOf(current) ? current : lastLeaf(mapping)
  const branch = branchTo(last, nodeOf, (node) => asText(node['parent']))
  const messages = branch.map(({ message }) => message).filter(isRecord)
  const model = asText(conversation['default_model_slug'])
  const { title, create_time, update_time, inserted_at, updated_at } = conversation
  // DeepSeek has the same form, with other names of dates.
  const [created, modified] = [create_time ?? inserted_at, update_time ?? updated_at]
  const said = saidIn(messages, model === 'auto' ? '' : model, found, pictures)
  addChat(found, { name: title, created, modified }, said)
}

function lastLeaf(mapping: Fields): string {
  const leaves = Object.entries(mapping).filter(
    ([, node]) => isRecord(node) && (!Array.isArray(node['children']) || node['children'].length === 0),
  )
  return leaves.at(-1)?.[0] ?? Object.keys(mapping).at(-1) ?? ''
}
