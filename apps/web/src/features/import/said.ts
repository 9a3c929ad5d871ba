// Makes turns of what was said in a chat. Pure.
import { asText } from '#lib/json.ts'
import {
  LIMITS,
  timeOf,
  type FoundChat,
  type ImportedChats,
  type Picture,
  type Pictures,
  type Turn,
} from './formats.ts'

/** A message of a chat, from either side. */
export interface Said {
  role: 'user' | 'assistant'
  text: string
  reasoning?: string | undefined
  model?: string | undefined
  created?: unknown
  /** Names of the files sent with it, which the export does not contain; empty ones are counted only. */
  files?: readonly string[]
  pictures?: readonly Shown[]
  rating?: unknown
}

/** Joins what a question or an answer consists of. */
export const joined = (texts: readonly (string | undefined)[]): string =>
  texts.filter((text) => text?.trim()).join('\n\n')

/** Adds the chat with these messages to what was found, or to what is left out if nothing was asked. */
export function addChat(
  found: ImportedChats,
  chat: { name: unknown; created: unknown; modified: unknown },
  said: Iterable<Said>,
): void {
  const turns = turnsOf(said, found)
  const name = asText(chat.name).trim()
  const created = timeOf(chat.created)
  const modified = timeOf(chat.modified)
  const [first] = turns
  if (!first) {
    found.left.push({ name, why: 'empty' })
    return
  }
  if (!first.created && created) first.created = created
  const result: FoundChat = { name, turns }
  if (created) result.created = created
  if (modified) result.modified = modified
  found.chats.push(result)
}

function turnsOf(said: Iterable<Said>, found: ImportedChats): Turn[] {
  const turns: Turn[] = []
  /** What the last turn can still take. */
  let room = { count: 0, bytes: 0 }
  for (const one of said) {
    if (one.role === 'user') room = { count: LIMITS.pictures, bytes: LIMITS.pictureBytes }
    const files = [...(one.files ?? [])]
    const pictures: Picture[] = []
    for (const { size, ...picture } of one.pictures ?? []) {
      const fits = room.count > 0 && size <= room.bytes
      if (fits) room = { count: room.count - 1, bytes: room.bytes - size }
      if (fits) pictures.push(picture)
      else files.push(picture.name)
    }
    found.pictures += files.length
    const text = joined([one.text, ...files.filter(Boolean).map(mentioned)])
    if (one.role === 'user') ask(turns, one, text || (files.length + pictures.length > 0 ? '…' : ''))
    else answer(turns.at(-1), one, text)
    show(turns.at(-1), pictures, found)
  }
  return turns
}

/** A picture with its bytes. */
type Shown = Picture & { size: number }

const shownAs = (name: string, blob: Blob): Shown => ({
  id: '',
  name: name || 'picture',
  blob,
  size: blob.size,
})

/** Returns a file by its name, or as a picture if its address has one within it (`data:`). */
export function writtenFile(
  name: string,
  address: string,
  pictures: Pictures,
): { file?: string; picture?: Shown } {
  const blob = pictures.written(address)
  return blob ? { picture: shownAs(name, blob) } : { file: name }
}

/** A picture in Markdown whose address has it within. Its text is short: nothing else is read far. */
const WRITTEN_PICTURE = /!\[([^\][\n]{0,200})\]\((data:image\/[^\s()]+)\)/gi

/** Takes pictures out of a text whose addresses have them within. */
export function withoutPictures(text: string, known: Pictures): { text: string; pictures: Shown[] } {
  if (!text.includes('(data:')) return { text, pictures: [] }
  const pictures: Shown[] = []
  const rest = text.replaceAll(WRITTEN_PICTURE, (whole, name: string, address: string) => {
    const blob = known.written(address)
    if (!blob) return whole.length > MOST_ADDRESS ? mentioned(name || 'picture') : whole
    pictures.push(shownAs(name, blob))
    return ''
  })
  return { text: rest.trim(), pictures }
}

/** A longer address in a text hides the text; what it shows is named instead. */
const MOST_ADDRESS = 2_000

/** Returns the line in the place of a file that is not imported. */
export const mentioned = (name: string): string => `📎 ${name}`

/** Pictures before the first question have no place. */
function show(turn: Turn | undefined, pictures: readonly Picture[], found: ImportedChats): void {
  if (pictures.length === 0) return
  if (turn) turn.pictures = [...(turn.pictures ?? []), ...pictures]
  else found.pictures += pictures.length
}

function ask(turns: Turn[], { created }: Said, queryText: string): void {
  if (queryText.trim() === '') return
  const time = timeOf(created)
  turns.push({ queryText, responseText: '', ...(time ? { created: time } : {}) })
}

/** An answer before the first question has no place. */
function answer(turn: Turn | undefined, { reasoning, model, rating }: Said, text: string): void {
  if (!turn) return
  turn.responseText = joined([turn.responseText, text])
  const thoughts = joined([turn.reasoningText, reasoning])
  if (thoughts) turn.reasoningText = thoughts
  if (model && (text || reasoning)) turn.modelName = model
  if (rating === 1 || rating === -1) turn.rating = rating
}
