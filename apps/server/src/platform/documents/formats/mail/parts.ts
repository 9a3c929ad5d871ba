// The parts of a mail: texts in their order, files, and what is encrypted.
import type { Decode } from '../../encodings/encodings.ts'
import { declaredIn } from '../html/declared.ts'
import type { MailParts, MailText } from './message.ts'
import { signedFile } from './signed.ts'

/** A part of a mail as postal-mime parses it; its version is pinned, because its own texts are decoded as they are declared. */
export interface MimePart {
  readonly childNodes: readonly MimePart[]
  readonly contentType: {
    readonly parsed: { readonly value: string; readonly params: Readonly<Record<string, string>> }
    readonly multipart: string | false
  }
  readonly contentDisposition: {
    readonly parsed: { readonly value: string; readonly params: Readonly<Record<string, string>> }
  }
  readonly contentId?: string | undefined
  readonly content: ArrayBuffer | null
  decodeFlowedText(text: string, joinsWords: boolean): string
}

const PGP = /-----BEGIN PGP MESSAGE-----[\s\S]*?(?:-----END PGP MESSAGE-----|$)/g
const SIGNATURES = /^application\/(?:pgp-signature|(?:x-)?pkcs7-signature|pgp-keys)$/
export const SMIME = /^application\/(?:x-)?pkcs7-mime$/
/** Reports of mail servers, which are lines of text. */
const REPORTS =
  /^(?:message\/(?:delivery-status|disposition-notification|feedback-report)|text\/rfc822-headers)$/

/** Collects the parts of a mail. `signed` has the parts that are within signed ones. */
export function partsOf(
  root: MimePart,
  decode: Decode,
  signed: ReadonlyMap<MimePart, MimePart> = new Map(),
): MailParts {
  const parts: MailParts = { items: [], locked: [], missing: [], pictures: 0, guessed: undefined }
  collect(root, { parts, decode, signed, isRelated: false })
  return parts
}

interface Collecting {
  readonly parts: MailParts
  readonly decode: Decode
  readonly signed: ReadonlyMap<MimePart, MimePart>
  readonly isRelated: boolean
}

function collect(part: MimePart, at: Collecting): void {
  const { multipart } = part.contentType
  const inner = at.signed.get(part)
  if (inner) collect(inner, at)
  else if (multipart === 'encrypted') at.parts.locked.push('PGP')
  else if (multipart === 'alternative') collectAlternative(part, at)
  else if (multipart) {
    const isRelated = at.isRelated || multipart === 'related'
    for (const child of part.childNodes) collect(child, { ...at, isRelated })
  } else collectOne(part, at)
}

/** The forms of an alternative are one text; its files are those of all forms. */
function collectAlternative(part: MimePart, at: Collecting): void {
  const { locked, missing } = at.parts
  const inside: MailParts = { items: [], locked, missing, pictures: 0, guessed: undefined }
  for (const child of part.childNodes) collect(child, { ...at, parts: inside })
  const texts = inside.items.filter((item) => item.kind === 'text')
  const joined = (form: 'plain' | 'html') => texts.map((text) => text[form]).join('\n')
  if (texts.length > 0) at.parts.items.push({ kind: 'text', plain: joined('plain'), html: joined('html') })
  // Invitations are there once as a form of the text and once as a file.
  for (const item of inside.items) if (item.kind === 'file') at.parts.items.push(item)
  at.parts.pictures += inside.pictures
  at.parts.guessed ??= inside.guessed
}

function collectOne(part: MimePart, { parts, decode, isRelated }: Collecting): void {
  const { value: type, params } = part.contentType.parsed
  const { value: disposition, params: place } = part.contentDisposition.parsed
  if (!part.content || SIGNATURES.test(type)) return
  const bytes = new Uint8Array(part.content)
  const name = place['filename'] ?? params['name'] ?? ''
  const isShown = disposition !== 'attachment'
  if (SMIME.test(type)) {
    const signed = signedFile({ kind: 'file', name, declared: type, bytes })
    if (signed) parts.items.push(signed)
    else parts.locked.push(name || 'S/MIME')
  } else if (type === 'message/partial') {
    const [number, total] = [Number(params['number']), Number(params['total'] ?? 0)]
    // Only the first of several mails has the beginning of the one that was split.
    if (number === 1) parts.items.push({ kind: 'file', name, declared: 'message/rfc822', bytes })
    parts.missing.push(...splitNames(number, total))
  } else if (isShown && (type === 'text/plain' || type === 'text/html' || REPORTS.test(type))) {
    const declared = [params['charset'] ?? '', ...(type === 'text/html' ? declaredIn(bytes) : [])]
    const decoded = decode(bytes, { declared: declared.filter(Boolean) })
    if (decoded.isGuessed) parts.guessed ??= decoded
    parts.items.push(textOf(part, decoded.text, parts))
  } else if (type.startsWith('image/') && (isRelated || (isShown && part.contentId))) parts.pictures++
  else parts.items.push({ kind: 'file', name, declared: type, bytes })
}

function textOf(part: MimePart, text: string, { locked }: MailParts): MailText {
  const { value, params } = part.contentType.parsed
  if (value === 'text/html') return { kind: 'text', plain: '', html: text }
  const isFlowed = /^flowed$/i.test(params['format'] ?? '')
  const lines = isFlowed ? part.decodeFlowedText(text, /^yes$/i.test(params['delsp'] ?? '')) : text
  const plain = lines.replace(PGP, '')
  if (plain !== lines) locked.push('PGP')
  return { kind: 'text', plain, html: '' }
}

/** Names of mails that a split one consists of. */
const MOST_SPLIT = 20

/** Returns the names of the parts of a split mail that are not read: all but the first. */
function splitNames(number: number, total: number): string[] {
  if (number !== 1) return [`message/partial ${number || '?'}/${total || '?'}`]
  return Array.from(
    { length: Math.min(MOST_SPLIT, Math.max(1, total - 1)) },
    (_, at) => `message/partial ${at + 2}/${total || '?'}`,
  )
}
