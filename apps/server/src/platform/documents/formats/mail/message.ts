// A mail of either format, as its parser returns it.
import type { Decoded } from '../../encodings/encodings.ts'

/** A text of a mail, in one or both of its forms. */
export interface MailText {
  readonly kind: 'text'
  readonly plain: string
  readonly html: string
}

export interface MailFile {
  readonly kind: 'file'
  readonly name: string
  readonly declared: string
  readonly bytes: Uint8Array
}

export interface MailParts {
  readonly items: (MailText | MailFile)[]
  /** Names of what is encrypted. */
  readonly locked: string[]
  /** Names of what other mails have. */
  readonly missing: string[]
  pictures: number
  /** An encoding that was guessed. */
  guessed: Pick<Decoded, 'encoding'> | undefined
}

export interface Message extends MailParts {
  readonly subject: string
  /** Who wrote to whom and when, a line each. */
  readonly people: readonly string[]
}

export type Parse = (bytes: Uint8Array) => Promise<Message>

/** Whether a name is that of a picture, which may be shown within the text. */
export const isPicture = (name: string): boolean => /\.(?:png|jpe?g|gif|bmp|webp)$/i.test(name)
