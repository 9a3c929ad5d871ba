// Parses mails that Outlook stores as files (.msg).
import type Library from '@kenjiuno/msgreader'
import type { FieldsData } from '@kenjiuno/msgreader'
import type { Decode } from '../../encodings/encodings.ts'
import { declaredIn } from '../html/declared.ts'
import type { Reader } from '../reader.ts'
import { labelsOf } from './code-pages.ts'
import { isPicture, type MailFile, type MailText, type Message, type Parse } from './message.ts'
import { signedFile } from './signed.ts'

/** The type of texts in an encoding of their own. */
const ANSI_TEXT = 0x1e
const SAMPLE = 100_000
type Msg = typeof Library.default

/** Loads the parser. `readRich` reads a text that is only there as RTF. */
export async function loadOutlook(decode: Decode, readRich: Reader): Promise<Parse> {
  const [{ default: library }, { decompressRTF }] = await Promise.all([
    import('@kenjiuno/msgreader'),
    import('@kenjiuno/decompressrtf'),
  ])
  // Bundlers unwrap the default export of such a package, Node does not.
  const exported = library as { readonly default?: Msg }
  const Msg = exported.default ?? (library as unknown as Msg)
  const rich = async (packed: Uint8Array) => {
    const { blocks } = await readRich(Uint8Array.from(decompressRTF(Array.from(packed))))
    return blocks.map(({ text }) => text).join('\n\n')
  }
  return async (bytes) => {
    const { reader, fields, guessed } = open(Msg, bytes, decode)
    if (fields.error !== undefined || fields.dataType !== 'msg') throw new Error('no message')
    const text = textOf(fields, decode)
    const isBare = text.plain.trim() === '' && text.html.trim() === ''
    const plain = isBare && fields.compressedRtf ? await rich(fields.compressedRtf) : text.plain
    const message = messageOf(fields)
    const files = filesOf(reader, fields)
    const signed = files.flatMap((file) => signedFile(file) ?? [])
    const items = [{ ...text, plain }]
    if (signed.length > 0) return { ...message, items: [...items, ...signed], locked: [], guessed }
    // The files of an encrypted mail are its content.
    return { ...message, items: [...items, ...(message.locked.length > 0 ? [] : files)], guessed }
  }
}

/** A text that is not in Unicode: the library reads a letter from each byte. */
interface AnsiText {
  readonly fields: Record<string, unknown>
  readonly bytes: Buffer
}

/**
 * Reads the fields, and decodes the texts that are not in Unicode: the library would load its encodings when it needs them, which the
 * process of readers cannot.
 */
function open(Msg: Msg, bytes: Uint8Array, decode: Decode) {
  const texts: AnsiText[] = []
  const reader = new Msg(new Uint8Array(bytes).buffer)
  reader.parserConfig = {
    propertyObserver: (fields, tag, raw) => {
      if (raw && (tag & 0xffff) === ANSI_TEXT && raw.some((byte) => byte > 0x7f))
        texts.push({ fields: fields as unknown as Record<string, unknown>, bytes: withoutEnd(raw) })
    },
  }
  const fields = reader.getFileData()
  if (texts.length === 0) return { reader, fields, guessed: undefined }
  const page = fields.messageCodepage ?? fields.internetCodepage ?? 0
  const sample = Buffer.concat(texts.map((text) => text.bytes)).subarray(0, SAMPLE)
  const found = decode(sample, { declared: labelsOf(page) })
  for (const text of texts) {
    const letters = text.bytes.toString('latin1')
    const { text: decoded } = decode(text.bytes, { declared: [found.encoding] })
    for (const [key, value] of Object.entries(text.fields)) if (value === letters) text.fields[key] = decoded
  }
  return { reader, fields, guessed: found.isGuessed ? found : undefined }
}

/** Returns a text without the NULs at its end. */
function withoutEnd(raw: Uint8Array): Buffer {
  let end = raw.length
  while (end > 0 && raw[end - 1] === 0) end--
  return Buffer.from(raw.subarray(0, end))
}

function textOf(fields: FieldsData, decode: Decode): MailText {
  const { body = '', bodyHtml = '', html } = fields
  const plain = body.replaceAll('\0', '')
  if (!html) return { kind: 'text', plain, html: bodyHtml }
  const declared = [...declaredIn(html), ...labelsOf(fields.internetCodepage ?? 0)]
  return { kind: 'text', plain, html: decode(html, { declared }).text }
}

function messageOf(fields: FieldsData): Omit<Message, 'items' | 'guessed'> {
  const { recipients = [], attachments = [], subject = '', messageClass = '' } = fields
  const named = (list: readonly FieldsData[]) =>
    list.map((one) => personOf(one.name, one.smtpAddress ?? one.email)).join(', ')
  const copied = recipients.filter(({ recipType }) => recipType === 'cc')
  const others = recipients.filter(({ recipType }) => recipType !== 'cc')
  const from = personOf(fields.senderName, fields.senderSmtpAddress ?? fields.senderEmail)
  const isPgp = attachments.some(({ fileName = '' }) => /\.pgp-encrypted$/i.test(fileName))
  return {
    subject: subject.replaceAll('\0', ''),
    people: [
      from,
      named(others),
      copied.length > 0 ? `Cc: ${named(copied)}` : '',
      dateOf(fields.clientSubmitTime ?? fields.messageDeliveryTime),
    ].filter(Boolean),
    missing: [],
    locked: [...(/SMIME$/i.test(messageClass) ? ['S/MIME'] : []), ...(isPgp ? ['PGP'] : [])],
    pictures: attachments.filter(isShown).length,
  }
}

/** Addresses of Exchange are no addresses of mail. */
function personOf(name = '', address = ''): string {
  const shown = address.includes('@') && address !== name ? `<${address}>` : ''
  return [name.replaceAll('\0', ''), shown].filter(Boolean).join(' ')
}

function dateOf(text = ''): string {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) || date.getFullYear() < 1_970 ? '' : date.toISOString()
}

/** Whether it is a picture within the text. */
const isShown = ({ fileName = '', pidContentId, attachmentHidden }: FieldsData): boolean =>
  isPicture(fileName) && (pidContentId !== undefined || attachmentHidden === true)

function filesOf(reader: InstanceType<Msg>, { attachments = [] }: FieldsData): MailFile[] {
  return attachments.flatMap((attachment, index) => {
    if (isShown(attachment)) return []
    const { fileName, content } = reader.getAttachment(index)
    const isMail = attachment.innerMsgContent === true
    const name = attachment.fileName || (isMail && attachment.name ? `${attachment.name}.msg` : fileName)
    return [
      {
        kind: 'file' as const,
        name,
        declared: isMail ? '' : (attachment.attachMimeTag ?? ''),
        bytes: content,
      },
    ]
  })
}
