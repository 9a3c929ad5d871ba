// Reads the chat export of Open WebUI: a list of chats, whose messages are a tree (`history`) that ends at `currentId`. Pure.
import { asList, asText, isRecord } from '#lib/json.ts'
import { branchTo } from './branch.ts'
import { NO_PICTURES, NOTHING_FOUND, noteUnread, type ImportedChats, type Pictures } from './formats.ts'
import { attributeOf, linkOf, replaceMarked, unescaped } from './markup.ts'
import { addChat, joined, withoutPictures, writtenFile, type Said } from './said.ts'

type Fields = Record<string, unknown>

const isChat = (one: unknown): one is Fields & { chat: Fields } =>
  isRecord(one) && isRecord(one['chat']) && ('history' in one['chat'] || 'messages' in one['chat'])

/** A chat as it is stored, without the record around it: other programs write it. */
const isStored = (one: unknown): boolean =>
  isRecord(one) && isRecord(one['history']) && isRecord(one['history']['messages'])

const recordOf = (one: unknown): unknown => (isStored(one) ? { chat: one } : one)

/** Whether a parsed file has this format. */
export const isOpenWebUiFile = (file: unknown): boolean =>
  (Array.isArray(file) ? (file as unknown[]) : [file]).map(recordOf).some(isChat)

export function readOpenWebUiFile(file: unknown, pictures: Pictures = NO_PICTURES): ImportedChats {
  const found = NOTHING_FOUND()
  for (const entry of Array.isArray(file) ? (file as unknown[]) : [file]) {
    const one = recordOf(entry)
    if (isChat(one)) {
      const { chat } = one
      const dates = { created: one['created_at'] ?? chat['timestamp'], modified: one['updated_at'] }
      addChat(
        found,
        { name: asText(one['title']) || chat['title'], ...dates },
        messagesOf(chat).flatMap((message) => saidIn(message, pictures)),
      )
      noteUnread(found, messagesOf(chat).flatMap(unknownIn))
    } else if (isRecord(one)) found.left.push({ name: asText(one['title']), why: 'noMessages' })
    else found.left.push({ name: '', why: 'noChat' })
  }
  return found
}

function messagesOf({ history, messages }: Fields): Fields[] {
  const tree = isRecord(history) && isRecord(history['messages']) ? history['messages'] : {}
  const nodeOf = (id: string) => {
    const node = Object.hasOwn(tree, id) ? tree[id] : undefined
    return isRecord(node) ? node : undefined
  }
  const current = isRecord(history) ? asText(history['currentId']) : ''
  const last = nodeOf(current) ? current : (Object.keys(tree).at(-1) ?? '')
  const branch = branchTo(last, nodeOf, (node) => asText(node['parentId']))
  // Chats of the first versions have a list only.
  return branch.length > 0 ? branch : asList(messages)
}

function saidIn(message: Fields, pictures: Pictures): Said | [] {
  const { role } = message
  if (role !== 'user' && role !== 'assistant') return []
  const whole = contentOf(message['content'])
  const written = whole.text || whole.reasoning ? whole : outputOf(message['output'])
  const { text, pictures: shown } = withoutPictures(written.text, pictures)
  const files = [...asList(message['files']), ...partsOf(message['content'])].map((file) =>
    writtenFile(nameOf(file), addressOf(file), pictures),
  )
  const own = {
    files: files.flatMap(({ file }) => file ?? []),
    pictures: [...shown, ...files.flatMap(({ picture }) => picture ?? [])],
  }
  if (role === 'user') return { role, text, ...own, created: message['timestamp'] }
  const rating = isRecord(message['annotation']) ? message['annotation']['rating'] : undefined
  const sources = sourcesOf(message['sources'] ?? message['citations'])
  return {
    role,
    text: text && joined([text, sources]),
    reasoning: written.reasoning,
    model: asText(message['model']),
    ...own,
    rating,
  }
}

const KNOWN = {
  parts: new Set('text image_url'.split(' ')),
  steps: new Set('message reasoning function_call function_call_output'.split(' ')),
  details: new Set('reasoning code_interpreter tool_calls'.split(' ')),
}
const DETAILS_TYPE = /<details type="([^"<>]{1,60})"/g

/** Returns the kinds of contents of a message that are unknown: parts, steps of the answer, and details within the text. */
function unknownIn({ role, content, output }: Fields): string[] {
  if (role !== 'user' && role !== 'assistant') return []
  const typesOf = (list: unknown) => asList(list).map(({ type }) => asText(type))
  const parts = Array.isArray(content) ? content : []
  const texts = typeof content === 'string' ? [content] : asList(parts).map(({ text }) => asText(text))
  const details = texts.flatMap((text) => [...text.matchAll(DETAILS_TYPE)].map(([, type = '']) => type))
  return [
    ...typesOf(parts).filter((type) => !KNOWN.parts.has(type)),
    ...typesOf(output).filter((type) => !KNOWN.steps.has(type)),
    ...details.filter((type) => !KNOWN.details.has(type)),
  ]
}

/** Returns the pictures among the parts of a content. */
const partsOf = (content: unknown): Fields[] =>
  asList(Array.isArray(content) ? content : []).filter(({ type }) => type === 'image_url')

/** Files of the first versions have their names within. */
function nameOf(file: Fields): string {
  const within = isRecord(file['file']) ? file['file'] : {}
  return asText(file['name']) || asText(file['filename']) || asText(within['filename'])
}

const addressOf = ({ url, image_url: part }: Fields): string =>
  asText(url) || (isRecord(part) ? asText(part['url']) : asText(part))

/** Reads the steps of an answer that has no text of its own: what tools did is left out. */
function outputOf(output: unknown): { text: string; reasoning: string } {
  const ofType = (type: string) =>
    joined(
      asList(output)
        .filter((step) => step['type'] === type)
        .flatMap((step) => [...asList(step['content']), ...asList(step['summary'])])
        .map(({ text }) => asText(text)),
    )
  return { text: ofType('message'), reasoning: ofType('reasoning') }
}

const DETAILS = { open: '<details type="', close: '</details>' }

/** Takes the thoughts out of the text, and what tools were told; code that ran stays. */
function contentOf(content: unknown): { text: string; reasoning: string } {
  const whole =
    typeof content === 'string' ? content : joined(asList(content).map(({ text }) => asText(text)))
  const thoughts: string[] = []
  const text = replaceMarked(whole, DETAILS, ({ attributes, body }) => {
    const inner = withoutSummary(body)
    const kind = attributeOf(`type="${attributes}`, 'type')
    if (kind === 'reasoning') thoughts.push(unescaped(inner).replaceAll(/^> ?/gm, '').trim())
    return kind === 'code_interpreter' ? inner : ''
  })
  return { text: text.trim(), reasoning: joined(thoughts) }
}

function withoutSummary(body: string): string {
  const end = body.indexOf('</summary>')
  return body.trimStart().startsWith('<summary>') && end >= 0
    ? body.slice(end + '</summary>'.length).trim()
    : body.trim()
}

/** Returns the list of sources by the numbers that the answer cites. */
function sourcesOf(sources: unknown): string {
  const shown = new Map<string, string>()
  for (const { source, metadata } of asList(sources)) {
    const whole = isRecord(source) ? source : {}
    const name = asText(whole['name'])
    const passages = asList(metadata)
    for (const passage of passages.length > 0 ? passages : [{}]) {
      const key = asText((passage as Fields)['source']) || asText(whole['id']) || name
      const address = asText(whole['url']) || key
      if (key) shown.set(key, linkOf(address, name) ?? (asText((passage as Fields)['name']) || name || key))
    }
  }
  return [...shown.values()].map((one, index) => `[${index + 1}] ${one}`).join('  \n')
}
