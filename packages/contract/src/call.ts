// One call of the API, described once. The server's validation, the typed client and the OpenAPI document derive from it (reading 1).
import type { z } from 'zod'
import type { Permission } from './permissions.ts'
import type { ProblemCode } from './problems.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

type Schema = z.ZodType

/** What a call is, apart from its types. */
export interface CallFacts {
  method: Method
  /** Below the API root, with parameters in braces: `projects/{id}/tabs`. */
  path: string
  /** One line for the API document: what the call does for its caller. */
  summary: string
  /** Who may call at all: nobody signed in, or a signed-in person. What they may see is the service's question. */
  door: 'open' | 'signed-in'
  /** A permission without which the call is refused before the service is asked (reading 3). */
  permission?: Permission
  /** Allowed to somebody who must change their password first; everything else is refused with PASSWORD_CHANGE_REQUIRED. */
  beforePasswordChange?: boolean
  /** Refused with LICENSE_EXPIRED when the licence has ended. */
  licensed?: boolean
  /** 201 for a creation, else 200. */
  status?: 200 | 201
  /**
   * envelope: messageContent.meta/data · raw: the data as it is · events: an event stream · binary: bytes with a media type ·
   * document: another media type's text.
   */
  reply?: 'envelope' | 'raw' | 'events' | 'binary' | 'document'
  /** How large a body may be: a plain one, or one that carries files. */
  body?: 'plain' | 'upload'
  /** What it may fail with beside validation, sign-in and UNEXPECTED. */
  problems?: readonly ProblemCode[]
}

export interface CallSchemas<
  P extends Schema,
  Q extends Schema,
  B extends Schema,
  D extends Schema,
  M extends Schema,
> {
  params?: P
  query?: Q
  bodySchema?: B
  data?: D
  meta?: M
}

export type Call<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  D extends Schema = Schema,
  M extends Schema = Schema,
> = CallFacts & CallSchemas<P, Q, B, D, M>

/** Describes one call; its facts and the types of its parts are kept to the letter. */
export function call<
  const F extends CallFacts,
  P extends Schema = z.ZodUndefined,
  Q extends Schema = z.ZodUndefined,
  B extends Schema = z.ZodUndefined,
  D extends Schema = z.ZodUndefined,
  M extends Schema = z.ZodUndefined,
>(described: F & CallSchemas<P, Q, B, D, M>): F & CallSchemas<P, Q, B, D, M> {
  return described
}

/** A noun's calls by name. */
export type Calls = Readonly<Record<string, Call>>

type Of<S> = S extends Schema ? z.infer<S> : undefined
type SentOf<S> = S extends Schema ? z.input<S> : undefined

/** What the service receives of a call: validated and with defaults filled in. */
export interface CallInput<C extends CallSchemas<Schema, Schema, Schema, Schema, Schema>> {
  params: Of<NonNullable<C['params']>>
  query: Of<NonNullable<C['query']>>
  body: Of<NonNullable<C['bodySchema']>>
}

// A part that may be empty or missing may be left out.
type Sent<K extends string, S> = [S] extends [undefined]
  ? Partial<Record<K, never>>
  : Record<never, never> extends S
    ? Partial<Record<K, S>>
    : undefined extends S
      ? Partial<Record<K, S>>
      : Record<K, S>

/** What a client sends for a call. */
export type CallRequest<C extends CallSchemas<Schema, Schema, Schema, Schema, Schema>> = Sent<
  'params',
  SentOf<NonNullable<C['params']>>
> &
  Sent<'query', SentOf<NonNullable<C['query']>>> &
  Sent<'body', SentOf<NonNullable<C['bodySchema']>>>

/** What a client reads as `messageContent.data`. */
export type CallData<C extends CallSchemas<Schema, Schema, Schema, Schema, Schema>> = Of<
  NonNullable<C['data']>
>

/** What a client reads as `messageContent.meta`. */
export type CallMeta<C extends CallSchemas<Schema, Schema, Schema, Schema, Schema>> = Of<
  NonNullable<C['meta']>
>
