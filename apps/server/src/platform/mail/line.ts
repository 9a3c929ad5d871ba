// One connection to a mail server, over which e-mails go one after the other. Only this folder knows nodemailer, which is loaded
// with the first connection. The address is the administrator's: it may be in the intranet.
import { Readable } from 'node:stream'
import { cleaned, MailError, readError } from './mail-error.ts'

export interface MailServer {
  /** How this server names itself: many refuse the name of a machine. */
  readonly name: string
  readonly host: string
  readonly port: number
  readonly secure: boolean
  readonly starttls: 'required' | 'optional' | 'off'
  readonly user?: string | undefined
  readonly password?: string | undefined
  readonly from: { readonly name: string; readonly address: string }
  /** For connecting, for signing in, and for each e-mail. */
  readonly timeoutMs: number
}

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** A repeated e-mail has the same one. */
  readonly id: string
  /** The language of the text. */
  readonly language: string
  /** The https address that turns such e-mails off with one POST. */
  readonly off?: string | undefined
}

export interface Line {
  /** Resolves when the server has taken the e-mail. @throws MailError */
  send(mail: Mail): Promise<void>
  /** Ends the connection at once. */
  close(): void
}

type Done = (error: Error | null | undefined) => void

/**
 * Connects, with encryption as configured, and signs in.
 * @throws MailError with the server's reason; also when `signal` aborts, and after the timeout
 */
export async function openLine(server: MailServer, signal: AbortSignal): Promise<Line> {
  const [{ default: Connection }, { default: Composer }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/mail-composer'),
  ])
  const connection = new Connection(optionsOf(server))
  const { step, fail } = stepping(server, signal, () => connection.close())
  connection.on('error', fail)
  connection.on('end', () => fail(new Error('The mail server closed the connection.')))
  const { user, password, from } = server
  await step((done) => connection.connect(done))
  if (user !== undefined) await step((done) => connection.login({ user, pass: password ?? '' }, done))
  return {
    async send(mail) {
      const bytes = await new Composer({
        ...fieldsOf(mail),
        from,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
        .compile()
        .build()
      let isRead = false
      // Read when the server asks for the e-mail itself.
      const content = Readable.from(
        (function* () {
          isRead = true
          yield bytes
        })(),
      )
      const envelope = { from: from.address, to: [mail.to], size: bytes.length }
      try {
        await step(
          (done) => connection.send(envelope, content, done),
          () => isRead,
        )
      } catch (error) {
        if (error instanceof MailError && error.isOfThisOne) await step((done) => connection.reset(done))
        throw error
      }
    },
    close: () => connection.close(),
  }
}

function optionsOf({ name, host, port, secure, starttls, timeoutMs }: MailServer) {
  return {
    name,
    host,
    port,
    secure,
    requireTLS: !secure && starttls === 'required',
    ignoreTLS: starttls === 'off',
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketCloseTimeout: 0,
    maxResponseSize: 65_536,
    logger: false,
  }
}

function fieldsOf({ to, subject, text, html, id, language, off }: Mail) {
  return {
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: id,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': language,
      ...(off
        ? { 'List-Unsubscribe': `<${off}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
        : {}),
    },
  }
}

/** Runs the steps of a connection, of which each ends: with its reply, the connection, the timeout or the signal. */
function stepping(server: MailServer, signal: AbortSignal, close: () => void) {
  let fail: (error: Error) => void = () => undefined
  const step = async (run: (done: Done) => void, wasGiven = () => false): Promise<void> => {
    const late = AbortSignal.timeout(server.timeoutMs)
    const ends = AbortSignal.any([signal, late])
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    fail = reject
    const onAbort = () =>
      reject(
        new Error(late.aborted ? `no reply within ${server.timeoutMs / 1_000} s` : 'this server is stopping'),
      )
    ends.addEventListener('abort', onAbort, { once: true })
    try {
      if (ends.aborted) onAbort()
      else run((error) => (error ? reject(error) : resolve()))
      await promise
    } catch (error) {
      const { said, ...failed } = readError(error, wasGiven())
      if (!failed.isOfThisOne) close()
      throw new MailError(cleaned(said, server.password, server.user), failed)
    } finally {
      fail = () => undefined
      ends.removeEventListener('abort', onAbort)
    }
  }
  return { step, fail: (error: Error) => fail(error) }
}
