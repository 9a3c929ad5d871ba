// A call of the API, described once: the server's validation, the typed client and the OpenAPI document derive from it
// (API-1).
import type { z } from 'zod'
import type { Permission } from './permissions.ts'
import type { ProblemCode } from './problems.ts'
import type { Route } from './route.ts'

type Schema = z.ZodType

/** The properties of a call besides its route and types. */
export interface CallFacts {
  /** Summary in the API document: what the call does for its caller. */
  summary: string
  /** People and their programs without this permission are refused before the service runs (ROLE-1). */
  permission?: Permission
  /**
   * Refused for API tokens: it changes accounts, passwords, roles, groups, tokens or sessions, so that a copied token would
   * have lasting effects (TOKEN-2; decision 22); or it reports a user as present (decision 52); or it shows others what one
   * asked (decision 75).
   */
  sessionOnly?: boolean
  /** Allowed before a forced password change; every other call is refused with PASSWORD_CHANGE_REQUIRED. */
  beforePasswordChange?: boolean
  /** Cheap, without database work: still answered with small requests for an address over its rate limit. */
  cheap?: boolean
  /** Refused with LICENSE_EXPIRED when the licence has ended. */
  licensed?: boolean
  /** 201 for a creation, else 200. */
  status?: 200 | 201
  /** The body can also be bytes, at most so many: `application/octet-stream`. The query then has what else the body has. */
  octets?: { readonly most: number }
  /**
   * A page without scripts or a mail program sends it: the fields of a form are ignored, and X-Requested-With is not asked. What
   * the query has is the permission.
   */
  form?: boolean
  /** Size class of the body: plain, or with files. */
  body?: 'plain' | 'upload'
  /**
   * The reply may have more than 1 MB, so it is made in the caller's turn (decision 93): `page` whole in memory, `stream` while
   * it is sent, `file` unchanged from the media store. `own`: the work itself is limited.
   */
  large?: 'page' | 'stream' | 'file' | 'own'
  /** Keeps working on its body and is not a question: its memory is counted until the end. */
  keepsBody?: boolean
  /** Errors besides validation, sign-in and UNEXPECTED. */
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

/** Describes a call; keeps the exact types of its route and parts. */
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

/** A call as a client needs it: its route and the types of its parts. The schemas themselves may be missing. */
export type Callable = Route & CallSchemas<Schema, Schema, Schema, Schema, Schema>

/** A described call without its server-only properties. */
export type CallableOf<C extends Callable> = Pick<C, keyof Route & keyof C> &
  Partial<Pick<C, keyof CallSchemas<Schema, Schema, Schema, Schema, Schema>>> &
  Partial<Pick<C, 'octets' & keyof C>>

type Of<S> = S extends Schema ? z.infer<S> : undefined
type SentOf<S> = S extends Schema ? z.input<S> : undefined
/** Bytes, for calls that take them instead of JSON. */
type OctetsOf<C> = C extends { octets?: infer O } ? (O extends object ? Uint8Array : never) : never

/** The validated input of the service, with defaults filled in. */
export interface CallInput<C extends CallSchemas<Schema, Schema, Schema, Schema, Schema>> {
  params: Of<NonNullable<C['params']>>
  query: Of<NonNullable<C['query']>>
  body: Of<NonNullable<C['bodySchema']>> | OctetsOf<C>
}

// A part without required fields can be omitted.
type CallPart<K extends string, S> = [S] extends [undefined]
  ? Partial<Record<K, never>>
  : Record<never, never> extends S
    ? Partial<Record<K, S>>
    : undefined extends S
      ? Partial<Record<K, S>>
      : Record<K, S>

/** The request of a client. */
export type CallRequest<C extends CallSchemas<Schema, Schema, Schema, Schema, Schema>> = CallPart<
  'params',
  SentOf<NonNullable<C['params']>>
> &
  CallPart<'query', SentOf<NonNullable<C['query']>>> &
  CallPart<'body', SentOf<NonNullable<C['bodySchema']>> | OctetsOf<C>>

/** The type of `messageContent.data` in the response. */
export type CallData<C extends CallSchemas<Schema, Schema, Schema, Schema, Schema>> = Of<
  NonNullable<C['data']>
>

/** The type of `messageContent.meta` in the response. */
export type CallMeta<C extends CallSchemas<Schema, Schema, Schema, Schema, Schema>> = Of<
  NonNullable<C['meta']>
>
