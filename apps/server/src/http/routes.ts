import type { Call, CallData, CallInput, CallMeta, Calls } from '@polylogue/contract'
import type { Person } from '../access/viewer.ts'
import type { EventSource } from './stream.ts'

/** What a handler may know of the request beside its validated parts. Never the framework's request. */
export interface RequestFacts {
  requestId: string
  /** The peer's address, or the client's behind a configured proxy. */
  address: string
  /** What the address stands for when requests are counted: itself, or its IPv6 network. */
  source: string
  agent: string
  /** The bearer token as sent; undefined when there is none. For auth alone. */
  bearer: string | undefined
  /** The number after which a stream is resumed; 0 for its beginning. */
  lastEventId: number
  /** Ends when the client goes away before its reply is complete. */
  gone: AbortSignal
}

/** Bytes with a media type, always sent so that a browser cannot run them. */
export interface Binary {
  name: string
  mimeType: string
  /** Whole, or in parts that are made while they are sent. */
  bytes: Uint8Array | AsyncIterable<Uint8Array>
  /** How many bytes the parts have, where that is known. */
  size?: number | undefined
}

/** A page of its own. `__NONCE__` in it is replaced by the nonce that its scripts and styles need. */
export interface Page {
  html: string
}

/** A reply with meta beside its data, for calls that describe one. */
export interface WithMeta<D, M> {
  data: D
  meta: M
}

type Door<C extends Call> = C['door'] extends 'signed-in' ? Person : undefined

type Reply<C extends Call> = C['reply'] extends 'events'
  ? EventSource
  : C['reply'] extends 'binary'
    ? Binary
    : C['reply'] extends 'document'
      ? Page
      : undefined extends CallMeta<C>
        ? CallData<C>
        : WithMeta<CallData<C>, CallMeta<C>>

/** Answers one call: the viewer first, then the validated input. It returns plain data; the envelope is not its business. */
export type Handler<C extends Call> = (
  viewer: Door<C>,
  input: CallInput<C>,
  facts: RequestFacts,
) => Promise<Reply<C>> | Reply<C>

/** One handler for every call of a noun; a call without one does not compile. */
export type Handlers<N extends Calls> = { readonly [Name in keyof N]: Handler<N[Name]> }

/** A noun's calls with their handlers, as `http/mount` takes them. */
export interface Routes {
  readonly calls: Calls
  readonly handlers: Readonly<Record<string, Handler<Call>>>
}

/** Pairs a noun's calls with its handlers. */
export function routes<const N extends Calls>(calls: N, handlers: Handlers<N>): Routes {
  // Each handler takes what its own call's schemas produce; mount validates with exactly those before it calls.
  return { calls, handlers: handlers as unknown as Routes['handlers'] }
}
