import { randomUUID } from 'node:crypto'
import { EngineError, type ChatEvent } from '../engine.ts'
import { pieceOf } from './pieces.ts'

/** More calls in one answer are treated as a fault. */
const MAX_CALLS = 128
const MAX_CHARACTERS = 200
/** Signatures are as long as the thoughts that they stand for. */
const MAX_SIGNATURE = 1_000_000

interface Call {
  readonly index: number
  id: string
  named: boolean
  /** Arguments have arrived. */
  filled: boolean
  /** Arguments that arrived before the name. */
  waiting: string
  /** A signature that was not passed on yet. */
  signature: string
}

/** A piece of a call as the engine sends it, unchecked. */
export interface RawPiece {
  readonly id?: unknown
  readonly name?: unknown
  readonly arguments?: unknown
  readonly signature?: unknown
}

/**
 * Numbers the tool calls of one answer. Servers distinguish the pieces of calls by index, id or order; some repeat id and
 * name in every piece, some send whole calls, some send no id.
 */
export class ToolCalls {
  readonly #calls: Call[] = []
  readonly #byKey = new Map<number, Call>()

  /** Adds a piece; `key` is the engine's index of the call, if any. Throws EngineError on an invalid piece. */
  piece(out: ChatEvent[], key: number | undefined, piece: RawPiece): void {
    const id = shortOf(piece.id)
    const name = shortOf(piece.name)
    const text = argumentsOf(piece.arguments)
    const call = this.#callOf(key, id, name, text)
    call.signature ||= signatureOf(piece.signature)
    if (call.named) {
      if (text === '' && call.signature === '') return
      call.filled ||= text !== ''
      out.push({ type: 'tool-call', index: call.index, arguments: text, ...taken(call) })
      return
    }
    if (call.id === '') call.id = id
    call.waiting += text
    if (name === '') return
    call.named = true
    call.filled = call.waiting !== ''
    const callId = call.id === '' ? ownId() : call.id
    const { index, waiting } = call
    out.push({ type: 'tool-call', index, id: callId, name, arguments: waiting, ...taken(call) })
    call.waiting = ''
  }

  /** Adds a call that arrived in one piece. */
  whole(out: ChatEvent[], call: RawPiece): void {
    this.#begin()
    this.piece(out, undefined, call)
  }

  /** Must be called at the end. Throws on a call without a name; missing arguments become an empty object. */
  finish(out: ChatEvent[]): void {
    for (const call of this.#calls) {
      if (!call.named) throw new EngineError('broken-stream', 'A call of a tool has no name')
      if (!call.filled) out.push({ type: 'tool-call', index: call.index, arguments: '{}' })
      call.filled = true
    }
  }

  #callOf(key: number | undefined, id: string, name: string, text: string): Call {
    const known = key === undefined ? this.#calls.at(-1) : this.#byKey.get(key)
    // Some servers use the same index for all calls and distinguish them by id.
    const isOther =
      id === '' ? known?.filled === true && text.startsWith('{') : known?.id !== '' && id !== known?.id
    const another = name !== '' && isOther
    if (known && !another) return known
    const call = this.#begin()
    if (key !== undefined) this.#byKey.set(key, call)
    return call
  }

  #begin(): Call {
    if (this.#calls.length === MAX_CALLS)
      throw new EngineError('broken-stream', `The answer has more than ${MAX_CALLS} calls of tools`)
    const call = {
      index: this.#calls.length,
      id: '',
      named: false,
      filled: false,
      waiting: '',
      signature: '',
    }
    this.#calls.push(call)
    return call
  }
}

/** Returns the signature of a call, which is passed on once. */
function taken(call: Call): { signature?: string } {
  const { signature } = call
  call.signature = ''
  return signature === '' ? {} : { signature }
}

function signatureOf(value: unknown): string {
  const text = typeof value === 'string' ? value : ''
  if (text.length > MAX_SIGNATURE)
    throw new EngineError('broken-stream', 'The signature of a call of a tool is too long')
  return text
}

function ownId(): string {
  return `call_${randomUUID().replaceAll('-', '').slice(0, 24)}`
}

function shortOf(value: unknown): string {
  const text = pieceOf(value)
  if (text.length > MAX_CHARACTERS)
    throw new EngineError('broken-stream', 'The name of a tool or its call is too long')
  return text
}

/** Returns the arguments as text; servers that parse them send an object. */
function argumentsOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : pieceOf(value)
}
