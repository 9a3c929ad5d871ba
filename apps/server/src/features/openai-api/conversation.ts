// What a conversation may hold, in whichever of the dialect's forms it comes: texts and pictures, within bounds.
import { ATTACHMENT_LIMITS } from '@polylogue/contract'
import type { ChatMessage } from '../../engines/engine.ts'
import { jsonSize } from '../../platform/json-size.ts'
import { refusal } from './refusal.ts'

/** Characters of all messages together: far beyond every context, and bounded. */
const MOST_TEXT = 4_000_000

const PICTURE = /^data:(image\/(?:png|jpeg|gif|webp));base64,/

export type Picture = NonNullable<ChatMessage['images']>[number]

/** What came before while a conversation is read: a tool's answer names its tool by the call it belongs to. */
export interface Reading {
  characters: number
  pictures: number
  /** Bytes of one picture; -1 for no limit beside that of the request. */
  readonly maxPictureBytes: number
  readonly tools: Map<string, string>
}

export function newReading(maxPictureBytes: number): Reading {
  return { characters: 0, pictures: 0, maxPictureBytes, tools: new Map() }
}

/** Adds a message to what was read of the field `param`. @throws Problem VALIDATION_FAILED when that is too much. */
export function addUp(reading: Reading, message: ChatMessage, param: string): void {
  const { images, ...rest } = message
  reading.characters += jsonSize(rest)
  reading.pictures += images?.length ?? 0
  if (reading.characters > MOST_TEXT)
    throw refusal(param, `The messages have more than ${MOST_TEXT} characters. Send less of them.`)
  if (reading.pictures > ATTACHMENT_LIMITS.count)
    throw refusal(param, `There are more than ${ATTACHMENT_LIMITS.count} pictures in the messages.`)
}

/** Reads one part of a message, in the field `at`: a text or a picture. */
export type PartReader = (part: unknown, at: string, reading: Reading) => string | Picture

/** Where content is read: the field, what was read before it, and how its parts are read. */
export interface Place {
  readonly at: string
  readonly reading: Reading
  readonly partOf: PartReader
}

/** What a message says, whole or in parts. @throws Problem VALIDATION_FAILED */
export function contentOf(
  content: unknown,
  { at, reading, partOf }: Place,
): Pick<ChatMessage, 'text' | 'images'> {
  if (typeof content === 'string') return { text: content.toWellFormed() }
  if (!Array.isArray(content) || content.length === 0)
    throw refusal(at, 'The content must be a text or a list of parts.')
  const texts: string[] = []
  const images: Picture[] = []
  for (const [index, part] of content.entries()) {
    const read = partOf(part, `${at}[${index}]`, reading)
    if (typeof read === 'string') texts.push(read)
    else images.push(read)
  }
  return { text: texts.join('\n').toWellFormed(), ...(images.length > 0 ? { images } : {}) }
}

/** Text alone, whole or in parts. @throws Problem VALIDATION_FAILED */
export function textOf(content: unknown, place: Place): string {
  const { text, images } = contentOf(content, place)
  if (images) throw refusal(place.at, 'Pictures are read in messages of the user only.')
  return text
}

/** A picture that came with its message. @throws Problem VALIDATION_FAILED for anything but a data: address. */
export function pictureOf(url: unknown, at: string, { maxPictureBytes }: Reading): Picture {
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
  if (maxPictureBytes >= 0 && sizeOf(base64) > maxPictureBytes)
    throw refusal(at, `The picture has more than ${maxPictureBytes} bytes.`)
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw refusal(at, 'The picture is not valid base64.')
  return { mimeType, base64 }
}

/** Bytes behind base64, with or without its padding. */
function sizeOf(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return Math.floor(((base64.length - padding) / 4) * 3)
}
