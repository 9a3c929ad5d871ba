/** What of an e-mail failed, and what that means for the next one. */
export interface Failed {
  /** The server takes e-mails, but not this one: those to others may be sent. */
  readonly isOfThisOne: boolean
  /** It will be refused again. */
  readonly isFinal: boolean
  /** The server had all of it: it may arrive. */
  readonly mayArrive: boolean
}

/** An e-mail was not sent. The message is the server's own reason, cleaned. */
export class MailError extends Error implements Failed {
  readonly isOfThisOne: boolean
  readonly isFinal: boolean
  readonly mayArrive: boolean
  constructor(reason: string, failed: Partial<Failed> = {}) {
    super(reason)
    this.isOfThisOne = failed.isOfThisOne ?? false
    this.isFinal = failed.isFinal ?? false
    this.mayArrive = failed.mayArrive ?? false
  }
}

const MOST_CHARACTERS = 300

/** Returns what a mail server said as one line without signs that reorder text, and without the password in any form. */
export function cleaned(said: string, password: string | undefined, user = ''): string {
  const secrets = password === undefined ? [] : [password, base64(password), base64(`\0${user}\0${password}`)]
  const line = secrets.reduce((text, secret) => text.replaceAll(secret, '•••'), said.slice(0, 10_000))
  return line
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, ' ')
    .trim()
    .slice(0, MOST_CHARACTERS)
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

const number = (value: unknown) => (typeof value === 'number' ? value : 0)

/** Returns what an error of the SMTP client means. `wasGiven`: the client had begun to send the e-mail itself. */
export function readError(error: unknown, wasGiven: boolean): Failed & { readonly said: string } {
  const { message, code, command, response, responseCode } = error as Record<string, unknown>
  const status = number(responseCode)
  // Of encryption the server says least: what failed is in the message.
  const isPlain = typeof response === 'string' && response !== '' && code !== 'ETLS'
  const said = isPlain ? response : String(message)
  // 421: the server closes the connection. Of a sender that is refused, every e-mail is.
  const isOfThisOne =
    status !== 421 && (code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM'))
  const isFinal = isOfThisOne && (status === 0 || status >= 500)
  return { said, isOfThisOne, isFinal, mayArrive: wasGiven && !isOfThisOne }
}
