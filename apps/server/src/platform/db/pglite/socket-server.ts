// Serves the embedded database to connections of this process, in PostgreSQL's protocol on a Unix socket. A statement is
// several messages: they are handed to PGlite together, and what it replies is written together.
import { createServer, type Server, type Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'

type ServedDatabase = Pick<PGlite, 'execProtocolRawStream' | 'isInTransaction'>

/** The length field of a message, which follows its type; the first message of a connection has no type. */
const LENGTH_BYTES = 4
const TYPE_BYTES = 1
/** Messages that expect a reply: Query, Sync, Flush, CopyDone, CopyFail. */
const EXPECT_REPLY = new Set(Buffer.from('QSHcf'))
/** What the first message asks for; encryption and cancelling are other numbers. */
const PROTOCOL_3 = 196_608
/** Replies are written when they reach this size, so that the reader of a large one begins early. */
const WRITE_BYTES = 65_536
const ROLLBACK = queryMessage('ROLLBACK')

/**
 * Listens on `path`. All connections share the database's only session: while one has a transaction open, the others wait,
 * and what a lost connection left open is rolled back.
 */
export function listen(database: ServedDatabase, path: string): Promise<Server> {
  const session = new Session(database)
  const server = createServer((socket) => new Connection(socket, session))
  return new Promise((resolve, reject) => {
    // For its whole life: an error after the first one, for example of a socket that is not accepted, must not end the process.
    server.on('error', reject)
    server.listen(path, () => resolve(server))
  })
}

class Session {
  readonly #database: ServedDatabase
  readonly #waiting = new Set<Connection>()
  #holder: Connection | undefined

  constructor(database: ServedDatabase) {
    this.#database = database
  }

  /** Whether another connection has a transaction open; the connection is called when that has ended. */
  mustWait(connection: Connection): boolean {
    const isHeld = this.#holder !== undefined && this.#holder !== connection
    if (isHeld) this.#waiting.add(connection)
    return isHeld
  }

  /** Handles whole messages; calls `write` with the replies before it returns. */
  handle(connection: Connection, messages: Uint8Array, write: (reply: Buffer) => void): void {
    this.#execute(messages, write).catch(() => connection.close())
    if (this.#database.isInTransaction()) this.#holder = connection
    else this.#free()
  }

  leave(connection: Connection): void {
    this.#waiting.delete(connection)
    if (this.#holder !== connection) return
    void this.#execute(ROLLBACK, () => undefined)
    this.#free()
  }

  /** Executes before it returns. A failed statement is a reply; it rejects when a connection begins wrongly. */
  #execute(messages: Uint8Array, write: (reply: Buffer) => void): Promise<void> {
    return this.#database.execProtocolRawStream(messages, {
      // DurableFs does.
      syncToFs: false,
      // Copied, because it is memory of the database.
      onRawData: (reply) => write(Buffer.from(reply)),
    })
  }

  #free(): void {
    this.#holder = undefined
    for (const connection of this.#waiting) {
      if (this.#holder !== undefined) return
      this.#waiting.delete(connection)
      connection.work()
    }
  }
}

class Connection {
  readonly #socket: Socket
  readonly #session: Session
  /** What arrived and is not handled yet. */
  #arrived: Buffer[] = []
  #bytes = 0
  /** No need to look before so many bytes have arrived. */
  #expected = 0
  #isStarted = false

  constructor(socket: Socket, session: Session) {
    this.#socket = socket
    this.#session = session
    socket.on('data', (bytes: Buffer) => {
      this.#arrived.push(bytes)
      this.#bytes += bytes.length
      if (this.#bytes >= this.#expected) this.work()
    })
    // It closes after that.
    socket.on('error', () => undefined)
    socket.on('close', () => session.leave(this))
  }

  close(): void {
    this.#socket.destroy()
  }

  /** Handles the messages that have arrived, up to the last one that expects a reply. */
  work(): void {
    if (this.#socket.destroyed || this.#session.mustWait(this)) return
    const bytes = this.#arrived.length === 1 ? (this.#arrived[0] as Buffer) : Buffer.concat(this.#arrived)
    const found = this.#isStarted ? endOfWork(bytes) : endOfStart(bytes)
    if (!found) return this.close()
    const { end, expected } = found
    const rest = bytes.subarray(end)
    this.#arrived = rest.length > 0 ? [rest] : []
    this.#bytes = rest.length
    this.#expected = expected - end
    if (end === 0) return
    this.#isStarted = true
    this.#handle(bytes.subarray(0, end))
    // Statements may have come with the first message.
    if (rest.length > 0 && this.#bytes >= this.#expected) this.work()
  }

  #handle(messages: Buffer): void {
    let replies: Buffer[] = []
    let size = 0
    const flush = () => {
      const whole = replies.length === 1 ? (replies[0] as Buffer) : Buffer.concat(replies, size)
      replies = []
      size = 0
      if (whole.length > 0) this.#socket.write(whole)
    }
    this.#session.handle(this, messages, (reply) => {
      replies.push(reply)
      size += reply.length
      if (size >= WRITE_BYTES) flush()
    })
    flush()
  }
}

interface MessageEnd {
  /** Where the messages to handle end; 0 when there are none. */
  readonly end: number
  /** Bytes that must have arrived before it is worth looking again. */
  readonly expected: number
}

/** Undefined for anything but the first message of a connection. */
function endOfStart(bytes: Buffer): MessageEnd | undefined {
  if (bytes.length < 2 * LENGTH_BYTES) return { end: 0, expected: 2 * LENGTH_BYTES }
  const length = bytes.readInt32BE(0)
  if (bytes.readInt32BE(LENGTH_BYTES) !== PROTOCOL_3) return undefined
  return { end: bytes.length >= length ? length : 0, expected: length }
}

/** Undefined for what is no message. */
function endOfWork(bytes: Buffer): MessageEnd | undefined {
  let end = 0
  let at = 0
  while (at + TYPE_BYTES + LENGTH_BYTES <= bytes.length) {
    const type = bytes[at] as number
    const length = bytes.readInt32BE(at + TYPE_BYTES)
    const next = at + TYPE_BYTES + length
    if (length < LENGTH_BYTES) return undefined
    if (next > bytes.length) return { end, expected: next }
    at = next
    if (EXPECT_REPLY.has(type)) end = at
  }
  return { end, expected: bytes.length + 1 }
}

function queryMessage(text: string): Uint8Array {
  const body = Buffer.from(`${text}\0`)
  const message = Buffer.alloc(TYPE_BYTES + LENGTH_BYTES + body.length)
  message.write('Q')
  message.writeInt32BE(LENGTH_BYTES + body.length, TYPE_BYTES)
  body.copy(message, TYPE_BYTES + LENGTH_BYTES)
  return message
}
