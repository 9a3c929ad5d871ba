import { randomUUID } from 'node:crypto'
import { EngineError, type ChatEvent } from '../engine.ts'
import { pieceOf } from './pieces.ts'

/** More calls in one answer than this is a fault, not a wish. */
const MOST_CALLS = 128
const MOST_CHARACTERS = 200

interface Call {
  readonly index: number
  id: string
  named: boolean
  /** Arguments were given. */
  filled: boolean
  /** Arguments that came before the name. */
  waiting: string
}

/** A piece of a call as an engine sends it; nothing of it is checked. */
export interface RawPiece {
  readonly id?: unknown
  readonly name?: unknown
  readonly arguments?: unknown
}

/**
 * Numbers the calls of one answer. Servers tell the pieces of several calls apart by an index, by an id or by their order;
 * some repeat id and name in every piece, some send a call whole, some without an id.
 */
export class ToolCalls {
  readonly #calls: Call[] = []
  readonly #byKey = new Map<number, Call>()

  /** Takes a piece; `key` is the engine's own number of the call, where it has one. Throws EngineError on what is none. */
  piece(out: ChatEvent[], key: number | undefined, piece: RawPiece): void {
    const id = shortOf(piece.id)
    const name = shortOf(piece.name)
    const text = argumentsOf(piece.arguments)
    const call = this.#callOf(key, id, name)
    if (call.named) {
      if (text === '') return
      call.filled = true
      out.push({ type: 'tool-call', index: call.index, arguments: text })
      return
    }
    if (call.id === '') call.id = id
    call.waiting += text
    if (name === '') return
    call.named = true
    call.filled = call.waiting !== ''
    const callId = call.id === '' ? ownId() : call.id
    out.push({ type: 'tool-call', index: call.index, id: callId, name, arguments: call.waiting })
    call.waiting = ''
  }

  /** A call that came in one piece. */
  whole(out: ChatEvent[], call: RawPiece): void {
    this.#begin()
    this.piece(out, undefined, call)
  }

  /** To be called at the end. A call that was never named cannot be made by anybody; no arguments are an empty object. */
  finish(out: ChatEvent[]): void {
    for (const call of this.#calls) {
      if (!call.named) throw new EngineError('broken-stream', 'A call of a tool has no name')
      if (!call.filled) out.push({ type: 'tool-call', index: call.index, arguments: '{}' })
      call.filled = true
    }
  }

  #callOf(key: number | undefined, id: string, name: string): Call {
    const known = key === undefined ? this.#calls.at(-1) : this.#byKey.get(key)
    // Some servers number all calls alike and tell them apart by their ids.
    const another = known !== undefined && id !== '' && known.id !== '' && id !== known.id && name !== ''
    if (known && !another) return known
    const call = this.#begin()
    if (key !== undefined) this.#byKey.set(key, call)
    return call
  }

  #begin(): Call {
    if (this.#calls.length === MOST_CALLS)
      throw new EngineError('broken-stream', `The answer has more than ${MOST_CALLS} calls of tools`)
    const call = { index: this.#calls.length, id: '', named: false, filled: false, waiting: '' }
    this.#calls.push(call)
    return call
  }
}

function ownId(): string {
  return `call_${randomUUID().replaceAll('-', '').slice(0, 24)}`
}

function shortOf(value: unknown): string {
  const text = pieceOf(value)
  if (text.length > MOST_CHARACTERS)
    throw new EngineError('broken-stream', 'The name of a tool or its call is too long')
  return text
}

/** Text as the model wrote it; servers that parse it send an object. */
function argumentsOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : pieceOf(value)
}
