// Validates and limits the content of a conversation (texts and images) in both request formats.
import { ATTACHMENT_LIMITS } from '@polylogue/contract'
import type { ChatMessage } from '#engines/engine.ts'
import { jsonSize } from '#platform/json-size.ts'
import { refusal } from './refusal.ts'

/** Maximum characters of all messages together, beyond every context window. */
const MAX_TEXT = 4_000_000

/** The type can be in any spelling and have parameters: the bytes tell the kind. */
const PICTURE = /^\s{0,20}data:([\w.+-]{0,40}\/[\w.+-]{0,40})?(?:;[\w.="'-]{1,100}){0,8};base64,/i

/** A longer head of a data: address is not one. */
const MAX_HEAD = 1_000

/** The beginnings of the kinds that models read, as base64. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^iVBORw0KGg/, 'image/png'],
  [/^\/9j\//, 'image/jpeg'],
  [/^R0lGOD[dl]h/, 'image/gif'],
  [/^UklGR.{6}XRUJQ/, 'image/webp'],
]

export type Picture = NonNullable<ChatMessage['images']>[number]

/** State while a conversation is read: a tool result finds its tool's name by the call id. */
export interface Reading {
  characters: number
  pictures: number
  /** Maximum bytes of one image; -1 for no limit besides that of the request. */
  readonly maxPictureBytes: number
  readonly tools: Map<string, string>
}

export function newReading(maxPictureBytes: number): Reading {
  return { characters: 0, pictures: 0, maxPictureBytes, tools: new Map() }
}

/** Adds a message read from the field `param`. @throws Problem VALIDATION_FAILED beyond the limits. */
export function addUp(reading: Reading, message: ChatMessage, param: string): void {
  const { images, ...rest } = message
  reading.characters += jsonSize(rest)
  reading.pictures += images?.length ?? 0
  if (reading.characters > MAX_TEXT)
    throw refusal(param, `The messages have more than ${MAX_TEXT} characters. Send less of them.`)
  if (reading.pictures > ATTACHMENT_LIMITS.count)
    throw refusal(param, `There are more than ${ATTACHMENT_LIMITS.count} pictures in the messages.`)
}

/** Reads one part of a message at the field `at`: text or image. */
export type PartReader = (part: unknown, at: string, reading: Reading) => string | Picture

/** Where content is read: the field, the previous messages, and the reader of its parts. */
export interface ContentField {
  readonly at: string
  readonly reading: Reading
  readonly partOf: PartReader
}

/** Returns the content of a message, a string or parts. @throws Problem VALIDATION_FAILED */
export function contentOf(
  content: unknown,
  { at, reading, partOf }: ContentField,
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

/** Returns text-only content, a string or parts. @throws Problem VALIDATION_FAILED */
export function textOf(content: unknown, field: ContentField): string {
  const { text, images } = contentOf(content, field)
  if (images) throw refusal(field.at, 'Pictures are read in messages of the user only.')
  return text
}

/** Returns an image sent inside its message. @throws Problem VALIDATION_FAILED for anything but a data: URL. */
export function pictureOf(url: unknown, at: string, { maxPictureBytes }: Reading): Picture {
  if (typeof url !== 'string') throw refusal(at, 'The picture has no url.')
  if (/^https?:/i.test(url))
    throw refusal(
      at,
      'Pictures are not fetched from addresses. Send the picture itself: data:image/png;base64,…',
    )
  const head = PICTURE.exec(url.slice(0, MAX_HEAD))
  if (!head) throw noPicture(at)
  const sent = url.slice(head[0].length)
  // Some clients break lines, leave out the padding, or use the alphabet of addresses.
  const base64 = /[\s_%-]/.test(sent) ? plainBase64(sent) : sent
  if (maxPictureBytes >= 0 && sizeOf(base64) > maxPictureBytes)
    throw refusal(at, `The picture has more than ${maxPictureBytes} bytes.`)
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw refusal(at, 'The picture is not valid base64.')
  const mimeType = KINDS.find(([begin]) => begin.test(base64.slice(0, 24)))?.[1] ?? statedKind(head[1])
  if (mimeType === undefined) throw noPicture(at)
  return { mimeType, base64 }
}

function noPicture(at: string): Error {
  return refusal(at, 'A picture must be a data: address with base64 of a PNG, JPEG, GIF or WebP.')
}

/** Returns the kind that the address names, if models read it; the model server judges unknown bytes. */
function statedKind(type = ''): string | undefined {
  const kind = type
    .toLowerCase()
    .replace(/^image\/(?:jpg|pjpeg|x-png)$/, (name) => (name.endsWith('png') ? 'image/png' : 'image/jpeg'))
  return ['image/png', 'image/jpeg', 'image/gif', 'image/webp'].find((known) => known === kind)
}

function plainBase64(text: string): string {
  return text
    .replace(/%(2b|2f|3d|0a|0d|20)/gi, (code) => decodeURIComponent(code))
    .replace(/\s+/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
}

/** Returns the decoded size of base64, with or without padding. */
function sizeOf(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return Math.floor(((base64.length - padding) / 4) * 3)
}
