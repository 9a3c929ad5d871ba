// Reads the export of Claude: `conversations.json`, or one chat of it, whose messages consist of blocks. Pure.
import { asList, asText, isRecord } from '#lib/json.ts'
import { branchTo } from './branch.ts'
import { NOTHING_FOUND, noteUnread, type ImportedChats } from './formats.ts'
import { attributeOf, codeBlock, documentOf, linkOf, replaceMarked } from './markup.ts'
import { addChat, joined, type Said } from './said.ts'

type Fields = Record<string, unknown>

const isChat = (one: unknown): one is Fields => isRecord(one) && Array.isArray(one['chat_messages'])

/** Whether a parsed file has this format. */
export const isClaudeFile = (file: unknown): boolean =>
  isChat(file) || (Array.isArray(file) && file.some(isChat))

export function readClaudeFile(file: unknown): ImportedChats {
  const found = NOTHING_FOUND()
  for (const chat of Array.isArray(file) ? (file as unknown[]) : [file]) {
    if (isChat(chat)) {
      const { name, created_at: created, updated_at: modified } = chat
      const said = branchOf(chat).flatMap((message) => saidIn(message, asText(chat['model']), found))
      addChat(found, { name, created, modified }, said)
    } else if (isRecord(chat)) found.left.push({ name: asText(chat['name']), why: 'noMessages' })
    else found.left.push({ name: '', why: 'noChat' })
  }
  return found
}

/** Returns the branch that ends at the current message, else at the last one; all messages if they name no parents. */
function branchOf(chat: Fields): Fields[] {
  const messages = asList(chat['chat_messages'])
  const byId = new Map(messages.map((message) => [asText(message['uuid']), message]))
  const parentOf = (message: Fields) => asText(message['parent_message_uuid'])
  if (!messages.some((message) => byId.has(parentOf(message)))) return messages
  const current = asText(chat['current_leaf_message_uuid'])
  const last = byId.has(current) ? current : asText(messages.at(-1)?.['uuid'])
  return branchTo(last, (id) => byId.get(id), parentOf)
}

function saidIn(message: Fields, model: string, found: ImportedChats): Said | [] {
  const sender = asText(message['sender'])
  const files = asList(message['files']).map((file) => asText(file['file_name']))
  const blocks = asList(message['content'])
  const ofText = (text: string) =>
    blocks.length > 0 ? joined(blocks.map((block) => textOf(block, found))) : text
  const text = ofText(asText(message['text']))
  if (sender === 'human') {
    const documents = asList(message['attachments']).map(attachmentOf)
    return { role: 'user', text: joined([text, ...documents]), files, created: message['created_at'] }
  }
  if (sender !== 'assistant') return []
  const thoughts = blocks.filter(({ type }) => type === 'thinking').map(({ thinking }) => asText(thinking))
  return { role: 'assistant', text: withDocuments(text), reasoning: joined(thoughts), model, files }
}

/** Returns an attached text below its name. */
const attachmentOf = ({ file_name: name, extracted_content: content }: Fields): string =>
  joined([asText(name) && `📎 ${asText(name)}`, asText(content) && codeBlock(asText(content))])

function textOf(block: Fields, found: ImportedChats): string {
  switch (block['type']) {
    case 'text':
    case 'voice_note': {
      const links = asList(block['citations']).flatMap(({ details, url, title }) => {
        const page = isRecord(details) ? details : {}
        return linkOf(asText(page['url']) || asText(url), asText(page['title']) || asText(title)) ?? []
      })
      const all = [...new Set(links)]
      return asText(block['text']) + (all.length > 0 ? ` (${all.join(', ')})` : '')
    }
    case 'tool_use':
      return isRecord(block['input']) ? documentIn(asText(block['name']), block['input'], found) : ''
    default:
      if (!LEFT_OUT.has(asText(block['type']))) noteUnread(found, [asText(block['type'])])
      return ''
  }
}

/** Blocks that are read elsewhere, and those of tools and limits, which are no part of what was said. */
const LEFT_OUT = new Set(['thinking', 'redacted_thinking', 'tool_result', 'token_budget', 'flag'])

/** Documents are artifacts, and since 2025 also files that are written and changed by name. */
function documentIn(tool: string, input: Fields, found: ImportedChats): string {
  if (tool === 'artifacts') return artifactOf(input, found)
  if (tool === 'str_replace') found.changes += 1
  if (tool !== 'create_file') return ''
  const name = asText(input['path']).split('/').at(-1) ?? ''
  const ending = name.includes('.') ? (name.split('.').at(-1) ?? '') : ''
  return documentOf(name, asText(input['file_text']), ending === 'md' ? undefined : ending)
}

/** Returns a document that was created or rewritten as a whole; a change of parts cannot be shown without its context. */
function artifactOf(input: Fields, found: ImportedChats): string {
  if (input['command'] === 'update') {
    found.changes += 1
    return ''
  }
  const type = asText(input['type'])
  return documentOf(
    asText(input['title']),
    asText(input['content']),
    languageOf(type, asText(input['language'])),
  )
}

/** Markdown is text; every other kind is code. */
const languageOf = (type: string, language: string): string | undefined =>
  type === 'text/markdown' ? undefined : language || (type === 'text/html' ? 'html' : '')

const ARTIFACT = { open: '<antArtifact ', close: '</antArtifact>' }
const THOUGHT = { open: '<antThinking', close: '</antThinking>' }

/** Reads the tags that older exports have in their texts. */
function withDocuments(text: string): string {
  if (!text.includes('<ant')) return text
  return replaceMarked(
    replaceMarked(text, THOUGHT, () => ''),
    ARTIFACT,
    ({ attributes, body }) => {
      const language = languageOf(attributeOf(attributes, 'type'), attributeOf(attributes, 'language'))
      return documentOf(attributeOf(attributes, 'title'), body.trim(), language)
    },
  ).trim()
}
