// A small SMTP server with scripted faults.
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import PostalMime, { type Email } from 'postal-mime'

export interface Received {
  readonly to: string
  readonly from: string
  /** As it was sent, without dot-stuffing. */
  readonly raw: string
  readonly mail: Email
}

export interface MailServerScript {
  /** Replies to a command instead of the server; undefined: as usual. A promise that never settles hangs. */
  reply?: (command: string) => string | undefined | Promise<string | undefined>
  /** What EHLO announces besides SIZE. */
  extensions?: readonly string[]
  /** With it, STARTTLS encrypts the connection. */
  tls?: { readonly key: string; readonly cert: string }
}

export interface TestMailServer extends AsyncDisposable {
  readonly port: number
  readonly received: Received[]
  /** Every command, without the e-mails themselves. */
  readonly commands: string[]
  /** Those that came unencrypted. */
  readonly plain: string[]
  script: MailServerScript
  close(): Promise<void>
}

/** Listens on a free port of this machine. */
export async function mailServer(script: MailServerScript = {}): Promise<TestMailServer> {
  const sockets = new Set<Socket>()
  const received: Received[] = []
  const commands: string[] = []
  const plain: string[] = []
  const state: { script: MailServerScript } = { script }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    void talk(socket, { state, received, commands, plain }).catch(() => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  return {
    port: (server.address() as AddressInfo).port,
    received,
    commands,
    plain,
    get script() {
      return state.script
    },
    set script(next) {
      state.script = next
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

interface Noted {
  readonly state: { readonly script: MailServerScript }
  readonly received: Received[]
  readonly commands: string[]
  readonly plain: string[]
}

async function talk(socket: Socket, noted: Noted): Promise<void> {
  const { state, received, commands, plain } = noted
  const say = (text: string) => socket.write(`${text}\r\n`)
  let from = ''
  let to = ''
  let mail: string[] | undefined
  const answer = async (line: string, usual: string) => {
    const reply = (await state.script.reply?.(line)) ?? usual
    if (!socket.destroyed) say(reply)
    return reply.startsWith('2') || reply.startsWith('3')
  }
  const isPlain = !(socket instanceof TLSSocket)
  if (isPlain) await answer('CONNECT', '220 test ESMTP')
  for await (const line of linesOf(socket)) {
    if (mail && line !== '.') {
      mail.push(line.startsWith('.') ? line.slice(1) : line)
      continue
    }
    if (mail) {
      const raw = mail.join('\r\n')
      mail = undefined
      // Noted before the reply: it may never be given.
      received.push({ from, to, raw, mail: await PostalMime.parse(raw) })
      await answer(`. ${to}`, '250 2.0.0 queued')
      continue
    }
    commands.push(line)
    if (isPlain) plain.push(line)
    const verb = line.slice(0, 4).toUpperCase()
    const address = /<(.*?)>/.exec(line)?.[1] ?? ''
    if (verb === 'EHLO') {
      const all = ['test', ...(state.script.extensions ?? []), 'SIZE 10000000']
      await answer(line, all.map((one, at) => `250${at === all.length - 1 ? ' ' : '-'}${one}`).join('\r\n'))
    } else if (verb === 'MAIL') {
      from = address
      await answer(line, '250 ok')
    } else if (verb === 'RCPT') {
      to = address
      await answer(line, '250 ok')
    } else if (verb === 'DATA') {
      if (await answer(line, '354 go on')) mail = []
    } else if (verb === 'AUTH') {
      await answer(line, '235 ok')
    } else if (line === 'STARTTLS' && state.script.tls) {
      say('220 go on')
      // What was sent along unencrypted counts for nothing.
      return talk(new TLSSocket(socket, { isServer: true, ...state.script.tls }), noted)
    } else if (verb === 'QUIT') {
      say('221 bye')
      socket.end()
    } else await answer(line, verb === 'RSET' ? '250 ok' : '502 not here')
  }
}

async function* linesOf(socket: Socket): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of socket.iterator({ destroyOnReturn: false })) {
    rest += String(piece)
    const lines = rest.split('\r\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
