// Reads the messages of a chat of ChatGPT: texts, spoken words, thoughts, code with its output, and documents beside the
// chat (canvas). What other tools were told and returned is left out. Pure.
import { asList, asText, isRecord } from '#lib/json.ts'
import { withLinks } from './chatgpt-citations.ts'
import { fragmentsOf, hasFragments } from './deepseek-message.ts'
import { noteUnread, type ImportedChats, type Pictures } from './formats.ts'
import { codeBlock, documentOf } from './markup.ts'
import { joined, type Said } from './said.ts'

type Fields = Record<string, unknown>

const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {})

/** The model is that of answers which do not name theirs. */
export function* saidIn(
  messages: readonly Fields[],
  model: string,
  found: ImportedChats,
  known: Pictures,
): Iterable<Said> {
  for (const message of messages) {
    if (hasFragments(message)) {
      yield* fragmentsOf(message, found)
      continue
    }
    const said = readMessage(message, model, found, known)
    if (said) yield said
  }
}

function readMessage(
  message: Fields,
  model: string,
  found: ImportedChats,
  known: Pictures,
): Said | undefined {
  const role = asText(fieldsOf(message['author'])['role'])
  const metadata = fieldsOf(message['metadata'])
  if (metadata['is_visually_hidden_from_conversation'] === true) return undefined
  const content = fieldsOf(message['content'])
  if (isSaid(role, message)) noteUnread(found, unknownIn(content))
  if (role === 'user') return { role, ...partsOf(content, metadata, known), created: message['create_time'] }
  if (role === 'tool') return ofTool(message, content, known)
  if (role !== 'assistant') return undefined
  const said = { role, model: asText(metadata['model_slug']) || model } as const
  const recipient = asText(message['recipient']) || 'all'
  if (recipient.startsWith('canmore.')) return { ...said, text: canvasOf(recipient, content, found) }
  if (recipient === 'python' || recipient === 'all')
    return { ...said, ...answerOf(content, metadata, recipient, known) }
  return undefined
}

/** Whether a message is shown in the chat: others are for tools. */
const isSaid = (role: string, { recipient }: Fields): boolean =>
  role === 'user' || (role === 'assistant' && /^(?:all)?$/.test(asText(recipient)))

/** Kinds of contents and parts that are read, or are no part of what was said. */
const KNOWN = new Set(
  'text multimodal_text thoughts code reasoning_recap user_editable_context model_editable_context audio_transcription'.split(
    ' ',
  ),
)

/** Returns the kinds of a content and its parts that are unknown. */
function unknownIn(content: Fields): string[] {
  const kinds = [content, ...asList(content['parts'])].map((part) => asText(part['content_type']))
  return kinds.filter((kind) => !KNOWN.has(kind) && !kind.endsWith('_pointer'))
}

function answerOf(content: Fields, metadata: Fields, recipient: string, known: Pictures): Omit<Said, 'role'> {
  switch (asText(content['content_type'])) {
    case 'thoughts':
      return { text: '', reasoning: joined(asList(content['thoughts']).map(thoughtOf)) }
    case 'code': {
      const language = asText(content['language']).replace('unknown', '')
      return {
        text: codeBlock(asText(content['text']), language || (recipient === 'python' ? 'python' : '')),
      }
    }
    default: {
      const { text, ...files } = partsOf(content, metadata, known)
      if (recipient === 'python') return { text: codeBlock(text, 'python') }
      return { text: withLinks(text, metadata), ...files }
    }
  }
}

const thoughtOf = ({ summary, content }: Fields): string => joined([asText(summary), asText(content)])

/** Returns the output of code, and the pictures that a tool made. */
function ofTool(message: Fields, content: Fields, known: Pictures): Said | undefined {
  const kind = asText(content['content_type'])
  const output = asText(content['text'])
  if (kind === 'execution_output' && output.trim()) return { role: 'assistant', text: codeBlock(output) }
  if (kind !== 'multimodal_text' || asText(message['recipient'] ?? 'all') !== 'all') return undefined
  const { files, pictures } = partsOf(content, {}, known)
  return files.length + pictures.length > 0 ? { role: 'assistant', text: '', files, pictures } : undefined
}

type Files = Required<Pick<Said, 'files' | 'pictures'>>

/** Returns the texts of a message, its pictures, and its other files by their names, as far as they are known. */
function partsOf(content: Fields, metadata: Fields, known: Pictures): { text: string } & Files {
  const kind = asText(content['content_type'])
  if (kind !== '' && kind !== 'text' && kind !== 'multimodal_text')
    return { text: '', files: [], pictures: [] }
  const parts: unknown[] = Array.isArray(content['parts']) ? content['parts'] : []
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part
    // Audio parts contain a transcript.
    return isRecord(part) && asText(part['content_type']) === 'audio_transcription'
      ? asText(part['text'])
      : ''
  })
  return { text: joined(texts), ...filesOf(parts, asList(metadata['attachments']), known) }
}

/** Pictures stand among the parts, and those of the user among the attachments, too; older exports name only the latter. */
function filesOf(parts: readonly unknown[], attachments: readonly Fields[], known: Pictures): Files {
  const pointers = parts.filter(isRecord).filter((part) => asText(part['content_type']).endsWith('_pointer'))
  const pointed = pointers.map((part) => idIn(part['asset_pointer']))
  const named = attachments.map(({ id, name }) => ({ id: idIn(id), name: asText(name) }))
  const others = pointed.filter((id) => id === '' || !named.some((one) => one.id === id))
  for (const one of named) if (one.id === '') one.id = others.shift() ?? ''
  const rest = others.slice(0, Math.max(pointers.length - named.length, 0)).map((id) => ({ id, name: '' }))
  const files: string[] = []
  const pictures: Files['pictures'][number][] = []
  for (const one of [...named, ...rest]) {
    const size = one.id === '' ? undefined : known.sizeOf(one.id)
    if (size === undefined) files.push(one.name)
    else pictures.push({ ...one, size })
  }
  return { files, pictures }
}

/** Returns the id in the address of a file, such as `file-service://file-abc` and `sediment://file_0123#page`. */
export const idIn = (address: unknown): string => /file[-_][A-Za-z0-9]+/.exec(asText(address))?.[0] ?? ''

/** Returns a document that was created or rewritten as a whole; a change of parts cannot be shown without its context. */
function canvasOf(recipient: string, content: Fields, found: ImportedChats): string {
  const sent = parsed(
    asText(content['text']) || asText(Array.isArray(content['parts']) ? content['parts'][0] : ''),
  )
  if (recipient === 'canmore.create_textdoc') {
    const language = /^code\/(.*)$/.exec(asText(sent['type']))?.[1]
    return documentOf(asText(sent['name']), asText(sent['content']), language)
  }
  if (recipient !== 'canmore.update_textdoc') return ''
  const updates = asList(sent['updates'])
  if (updates.length === 1 && updates[0]?.['pattern'] === '.*') return asText(updates[0]['replacement'])
  found.changes += 1
  return ''
}

function parsed(text: string): Fields {
  try {
    return fieldsOf(JSON.parse(text))
  } catch {
    return {}
  }
}
