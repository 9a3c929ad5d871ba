// Reads the export of LibreChat: one chat, whose messages name their parents or contain their children; or a list of such
// chats. Pure.
import { asList, asText, isRecord } from '#lib/json.ts'
import { branchTo } from './branch.ts'
import {
  NO_PICTURES,
  NOTHING_FOUND,
  noteUnread,
  timeOf,
  type ImportedChats,
  type Pictures,
} from './formats.ts'
import { withSearchLinks } from './librechat-citations.ts'
import { attributeOf, documentOf } from './markup.ts'
import { addChat, joined, withoutPictures, writtenFile, type Said } from './said.ts'

type Fields = Record<string, unknown>

const listOf = (chat: Fields): Fields[] => asList(chat['messagesTree'] ?? chat['messages'])

const isChat = (one: unknown): one is Fields =>
  isRecord(one) &&
  ('conversationId' in one || listOf(one).some((message) => 'isCreatedByUser' in message)) &&
  Array.isArray(one['messagesTree'] ?? one['messages'])

/** Whether a parsed file has this format. */
export const isLibreChatFile = (file: unknown): boolean =>
  isChat(file) || (Array.isArray(file) && file.some(isChat))

export function readLibreChatFile(file: unknown, pictures: Pictures = NO_PICTURES): ImportedChats {
  const found = NOTHING_FOUND()
  for (const chat of Array.isArray(file) ? (file as unknown[]) : [file]) {
    if (isChat(chat)) {
      const { title, createdAt: created, updatedAt: modified } = chat
      const messages = branchOf(flat(listOf(chat)))
      for (const { content } of messages)
        noteUnread(
          found,
          asList(content)
            .map(({ type }) => asText(type))
            .filter((type) => !KNOWN.has(type)),
        )
      addChat(
        found,
        { name: title, created, modified },
        messages.map((message) => saidIn(message, pictures)),
      )
    } else if (isRecord(chat)) found.left.push({ name: asText(chat['title']), why: 'noMessages' })
    else found.left.push({ name: '', why: 'noChat' })
  }
  return found
}

/** Parts that are read, and those of tools and agents, which are no part of what was said. */
const KNOWN = new Set('text think image_url image_file tool_call agent_update error'.split(' '))

/** Returns the messages with those within them, each with its parent. Without recursion: a long chat is a deep tree. */
function flat(messages: readonly Fields[]): Fields[] {
  const result: Fields[] = []
  const open = [...messages].reverse()
  for (let message = open.pop(); message; message = open.pop()) {
    result.push(message)
    const parentMessageId = message['messageId']
    for (const child of asList(message['children']).reverse()) open.push({ ...child, parentMessageId })
  }
  return result
}

/** Returns the branch of the newest message; all messages if none of them names a parent. */
function branchOf(messages: readonly Fields[]): Fields[] {
  const byId = new Map(messages.map((message) => [idOf(message), message]))
  if (!messages.some((message) => byId.has(parentOf(message)))) return [...messages]
  return branchTo(idOf(endOf(newestOf(messages), messages)), (id) => byId.get(id), parentOf)
}

/** Returns the end of the branch: later messages of an export may have no dates. */
function endOf(message: Fields, messages: readonly Fields[]): Fields {
  const children = Map.groupBy(messages, parentOf)
  const seen = new Set<Fields>()
  let end = message
  while (!seen.has(end)) {
    seen.add(end)
    const next = children.get(idOf(end))
    if (next) end = newestOf(next)
  }
  return end
}

const idOf = (message: Fields): string => asText(message['messageId'])
const parentOf = (message: Fields): string => asText(message['parentMessageId'])

/** Returns the newest of messages, of equal ones the last. */
const newestOf = (messages: readonly Fields[]): Fields =>
  messages.reduce((last, one) => (whenOf(one) >= whenOf(last) ? one : last))

const whenOf = (message: Fields): string => timeOf(message['createdAt']) ?? ''

function saidIn(message: Fields, known: Pictures): Said {
  const isUser = message['isCreatedByUser'] === true || asText(message['sender']).toLowerCase() === 'user'
  const whole = contentOf(message)
  const { text, pictures: shown } = withoutPictures(whole.text, known)
  const files = filesOf(message).map(({ name, address }) => writtenFile(name, address, known))
  const own = {
    files: files.flatMap(({ file }) => file ?? []),
    pictures: [...shown, ...files.flatMap(({ picture }) => picture ?? [])],
  }
  if (isUser) return { role: 'user', text, ...own, created: message['createdAt'] }
  // An error is the server's, not the model's answer.
  if (message['error'] === true) return { role: 'assistant', text: '' }
  return {
    role: 'assistant',
    text: withSearchLinks(withDocuments(text), message['attachments']),
    reasoning: whole.reasoning,
    model: asText(message['model']),
    rating: ratingOf(message['feedback']),
    ...own,
  }
}

/** Returns the files of a message, those that tools made, and the pictures among its parts. */
function filesOf(message: Fields): { name: string; address: string }[] {
  const named = [...asList(message['files']), ...asList(message['attachments'])]
    .filter(({ filename }) => asText(filename) !== '')
    .map((file) => ({ name: asText(file['filename']), address: '' }))
  const parts = asList(message['content']).flatMap((part) => {
    const shown = part['image_url'] ?? part['image_file']
    if (part['type'] !== 'image_url' && part['type'] !== 'image_file') return []
    const { url, filename } = isRecord(shown) ? shown : { url: shown, filename: '' }
    return { name: asText(filename), address: asText(url) }
  })
  return [...named, ...parts]
}

const RATINGS: Readonly<Record<string, 1 | -1>> = { thumbsUp: 1, thumbsDown: -1 }

const ratingOf = (feedback: unknown) => (isRecord(feedback) ? RATINGS[asText(feedback['rating'])] : undefined)

/** An answer in parts has its thoughts apart; older ones have them between colons at its beginning. */
function contentOf(message: Fields): { text: string; reasoning: string } {
  const parts = asList(message['content'])
  const ofKind = (kind: string) =>
    joined(parts.filter(({ type }) => type === kind).map((part) => valueOf(part[kind])))
  const text = ofKind('text') || asText(message['text'])
  if (parts.length > 0) return { text, reasoning: ofKind('think') }
  const open = ':::thinking'
  const close = text.indexOf('\n:::', open.length)
  if (!text.startsWith(open) || close < 0) return { text, reasoning: '' }
  return { text: text.slice(close + 4).trim(), reasoning: text.slice(open.length, close).trim() }
}

const valueOf = (part: unknown): string => (isRecord(part) ? asText(part['value']) : asText(part))

const DIRECTIVE = ':::artifact{'

/** Shows documents beside the chat (artifacts) with their titles; their texts are code blocks already. */
function withDocuments(text: string): string {
  if (!text.includes(DIRECTIVE)) return text
  let isOpen = false
  const lines = text.split('\n').flatMap((line) => {
    if (line.startsWith(DIRECTIVE)) {
      isOpen = true
      return documentOf(attributeOf(line.slice(DIRECTIVE.length), 'title'), '', undefined)
    }
    if (!isOpen || line.trim() !== ':::') return line
    isOpen = false
    return []
  })
  return lines.join('\n')
}
