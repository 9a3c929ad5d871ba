// One call of the API, described once. The server's validation, the typed client and the OpenAPI document derive from it (reading 1).
import type { z } from 'zod'
import type { Permission } from './permissions.ts'
import type { ProblemCode } from './problems.ts'
import type { Route } from './routes.ts'

type Schema = z.ZodType

/** What a call is, apart from its route and its types. */
export interface CallFacts {
  /** One line for the API document: what the call does for its caller. */
  summary: string
  /** A permission without which the call is refused before the service is asked (reading 3). */
  permission?: Permission
  /**
   * Refused to API tokens: it changes accounts, passwords, roles, groups, tokens or sessions, and what a copied token did there would
   * outlive it (reading 8; decision 22); or it says that a person is there, and a program is none (decision 52).
   */
  sessionOnly?: boolean
  /** Allowed to somebody who must change their password first; everything else is refused with PASSWORD_CHANGE_REQUIRED. */
  beforePasswordChange?: boolean
  /**
   * Costs a moment and nothing of the database for whoever only floods it: an address that has asked too much is still answered,
   * while what it sends is small.
   */
  cheap?: boolean
  /** Refused with LICENSE_EXPIRED when the licence has ended. */
  licensed?: boolean
  /** 201 for a creation, else 200. */
  status?: 200 | 201
  /** How large a body may be: a plain one, or one that carries files. */
  body?: 'plain' | 'upload'
  /** Works on its body as long as that takes, and is no question: its memory is counted until the end. */
  keepsBody?: boolean
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
> = Route & CallFacts & CallSchemas<P, Q, B, D, M>

/** Describes the call of a route; its facts and the types of its parts are kept to the letter. */
export function call<
  const R extends Route,
  const F extends CallFacts,
  P extends Schema = z.ZodUndefined,
  Q extends Schema = z.ZodUndefined,
  B extends Schema = z.ZodUndefined,
  D extends Schema = z.ZodUndefined,
  M extends Schema = z.ZodUndefined,
>(route: R, described: F & CallSchemas<P, Q, B, D, M>): R & F & CallSchemas<P, Q, B, D, M> {
  return { ...route, ...described }
}

/** A noun's calls by name. */
export type Calls = Readonly<Record<string, Call>>

/** A call as its caller needs it: its route and the types of its parts. The schemas themselves may be missing. */
export type Callable = Route & CallSchemas<Schema, Schema, Schema, Schema, Schema>

/** A described call without what only the server needs. */
export type CallableOf<C extends Callable> = Pick<C, keyof Route & keyof C> &
  Partial<Pick<C, keyof CallSchemas<Schema, Schema, Schema, Schema, Schema>>>

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
