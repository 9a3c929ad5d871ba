// Reads a request's body with limits on size and time; its reader has those on shape. Reserves room as it arrives; a large body is
// spooled to disk and read in its turn.
import type { IncomingMessage } from 'node:http'
import { Problem } from '#problem.ts'
import { HANDLED_TIMES } from '#platform/machine-memory.ts'
import { noteShortLived } from '#platform/memory.ts'
import { NO_ROOM, type BodyRooms, type Room } from './body-room.ts'
import type { BodyTurns } from './body-turns.ts'
import { Refused, type Poison } from './json-limits.ts'
import { NotJson } from './json-reader.ts'
import { receive, type BodyLimits } from './receive.ts'
import type { Spool, SpoolFile } from './spool.ts'

/** Bodies up to this size are received in memory. */
const SMALL_BYTES = 1_000_000
/** An answer may take an hour; from then on its question counts in the queue of questions (`waitingBytes`). */
const HANDLED_MS = 10_000

/** The sender of a body. */
export interface Sender {
  /** The viewer's key; undefined for an open call: such bodies are so small that they need no reservation. */
  readonly key: string | undefined
  /** Whether the parsed body stays reserved until it was handled. */
  readonly isKept: boolean
}

/** Makes the value of a body from its pieces. */
export interface Reader {
  /** Takes the next piece; copies what it keeps. @throws Refused, NotJson */
  push(piece: Buffer): void
  /** Returns the value; undefined for an empty body. @throws Refused, NotJson */
  end(): unknown
}

/** The dependencies of `readBody`. */
export interface BodyDeps {
  readonly reader: Reader
  readonly rooms: BodyRooms
  readonly turns: BodyTurns
  readonly spool: Spool
}

/** A body that was read. */
export interface Body {
  readonly value: unknown
  /** Releases the reservation after the body was handled. A second call does nothing. */
  release(): void
}

/**
 * Returns the body of a request.
 * @throws Problem TOO_MUCH_AT_ONCE, SERVER_BUSY as soon as a limit is reached; BODY_TOO_LARGE; UNSUPPORTED_MEDIA_TYPE for an
 *   encoding other than plain UTF-8; MALFORMED_BODY for what is not read, or a timeout; VALIDATION_FAILED for a shape that is
 *   not allowed; STORAGE_FULL
 */
export async function readBody(
  request: IncomingMessage,
  sender: Sender,
  limits: BodyLimits,
  deps: BodyDeps,
): Promise<Body> {
  const { headers } = request
  const charset = /charset="?([^";,\s]+)/i.exec(headers['content-type'] ?? '')?.[1]
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset))
    throw new Problem('UNSUPPORTED_MEDIA_TYPE')
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') throw new Problem('UNSUPPORTED_MEDIA_TYPE')
  const most = { ...limits, bytes: Math.min(limits.bytes, deps.rooms.largest) }
  // Without Content-Length, room is reserved as the body arrives.
  const announced = Number(headers['content-length'] ?? 0)
  if (announced > most.bytes) throw new Problem('BODY_TOO_LARGE', { limit: most.bytes })
  const isSmall = most.bytes <= SMALL_BYTES || (announced > 0 && announced <= SMALL_BYTES)
  const { key } = sender
  const place = isSmall ? 'memory' : 'disk'
  const room = key === undefined ? NO_ROOM : deps.rooms.reserve(place, key, announced)
  try {
    if (!isSmall) return await readLarge(request, sender, most, room, deps)
    return { value: await readSmall(request, most, room, deps.reader), release: room.release }
  } catch (error) {
    room.release()
    throw problemOf(error)
  }
}

async function readSmall(
  request: IncomingMessage,
  limits: BodyLimits,
  room: Room,
  reader: Reader,
): Promise<unknown> {
  // Chunks may be one byte each. Copying them into one buffer avoids an overhead per chunk; only received bytes take memory.
  let bytes = Buffer.alloc(0)
  const length = await receive(request, limits, (piece, at) => {
    room.growTo(at + piece.length)
    if (at + piece.length > bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(at + piece.length, bytes.length * 2))
      bytes.copy(larger, 0, 0, at)
      bytes = larger
    }
    piece.copy(bytes, at)
  })
  reader.push(bytes.subarray(0, length))
  return reader.end()
}

async function readLarge(
  request: IncomingMessage,
  sender: Sender,
  limits: BodyLimits,
  room: Room,
  deps: BodyDeps,
): Promise<Body> {
  const file = await deps.spool.create()
  const { signal, forget } = whenGone(request)
  try {
    const length = await receive(request, limits, (piece, at) => {
      room.growTo(at + piece.length)
      noteShortLived(piece.length)
      return file.write(piece)
    })
    const turn = await deps.turns.wait(String(sender.key), length * HANDLED_TIMES, signal)
    try {
      const value = await parse(file, deps.reader)
      setTimeout(() => turn.shrinkTo(sender.isKept ? length : 0), HANDLED_MS).unref()
      return { value, release: turn.end }
    } catch (error) {
      turn.end()
      throw error
    }
  } finally {
    forget()
    await file.remove()
    room.release()
  }
}

/** Returns a signal that aborts when the request's connection breaks. */
function whenGone({ socket }: IncomingMessage): { signal: AbortSignal; forget(): void } {
  const control = new AbortController()
  const gone = (): void => control.abort(new Problem('MALFORMED_BODY'))
  socket.once('close', gone)
  return { signal: control.signal, forget: () => socket.off('close', gone) }
}

async function parse(file: SpoolFile, reader: Reader): Promise<unknown> {
  for await (const piece of file.read()) reader.push(piece)
  return reader.end()
}

function problemOf(error: unknown): unknown {
  if (error instanceof Refused) return refused(error.poison)
  return error instanceof NotJson ? new Problem('MALFORMED_BODY', {}, { cause: error }) : error
}

function refused(issue: Poison): Problem {
  return new Problem('VALIDATION_FAILED', { issues: `${issue.path} ${issue.message}` }, { issues: [issue] })
}
