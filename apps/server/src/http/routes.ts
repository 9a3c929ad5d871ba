import type { Call, CallData, CallInput, CallMeta, Calls } from '@polylogue/contract'
import type { LinkHolder, Person, Visitor } from '#access/viewer.ts'
import type { RequestOrigin } from './cross-origin.ts'
import type { Lengthy } from './long-json.ts'
import type { EventSource } from './stream.ts'

/** What a handler gets to know about the request besides its validated parts; never the framework's request. */
export interface RequestFacts {
  requestId: string
  /** The peer's address, or the client's behind a trusted proxy. */
  address: string
  /** The key for rate limits: the address itself, or its IPv6 network. */
  source: string
  agent: string
  /** The page that makes the request. */
  page: RequestOrigin
  /** The bearer token as sent, if any. Only for auth. */
  bearer: string | undefined
  /** The Last-Event-ID after which a stream resumes; 0 for its beginning. */
  lastEventId: number
  /** Aborts when the client disconnects before its reply is complete. */
  gone: AbortSignal
}

/** Bytes with a media type, sent so that a browser cannot run them. */
export interface Binary {
  name: string
  mimeType: string
  /** All bytes, or an iterable that is consumed while sending. */
  bytes: Uint8Array | AsyncIterable<Uint8Array>
  /** The total bytes of the parts, if known. */
  size?: number | undefined
}

/** An HTML page. `__NONCE__` is replaced by the nonce for its scripts and styles. */
export interface Page {
  html: string
}

/** A reply with meta beside its data, for calls that describe one. */
export interface WithMeta<D, M> {
  data: D
  meta: M
}

interface Callers {
  open: undefined
  'signed-in': Person
  link: LinkHolder
  visitor: Visitor
}

/** The viewers whom a call admits; people and their programs by default. */
type CallerOf<C extends Call> = C['admits'] extends readonly (infer Kind extends keyof Callers)[]
  ? Callers[Kind]
  : Person

type Reply<C extends Call> = C['reply'] extends 'events'
  ? EventSource
  : C['reply'] extends 'binary'
    ? Binary
    : C['reply'] extends 'document'
      ? Page
      : undefined extends CallMeta<C>
        ? C['large'] extends 'stream'
          ? Lengthy<CallData<C>>
          : CallData<C>
        : WithMeta<CallData<C>, CallMeta<C>>

/** Handles one call: takes the viewer and the validated input, and returns plain data without the envelope. */
export type Handler<C extends Call> = (
  viewer: CallerOf<C>,
  input: CallInput<C>,
  facts: RequestFacts,
) => Promise<Reply<C>> | Reply<C>

/** One handler per call of a noun; a missing one is a compile error. */
export type Handlers<N extends Calls> = { readonly [Name in keyof N]: Handler<N[Name]> }

/** A noun's calls with their handlers, as `mount` takes them. */
export interface Routes {
  readonly calls: Calls
  readonly handlers: Readonly<Record<string, Handler<Call>>>
}

/** Pairs a noun's calls with its handlers. */
export function routes<const N extends Calls>(calls: N, handlers: Handlers<N>): Routes {
  // Each handler takes the output of its own call's schemas; `mount` validates with exactly those.
  return { calls, handlers: handlers as unknown as Routes['handlers'] }
}
