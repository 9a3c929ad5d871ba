// The form of a route; `routes.ts` has them all.

export const API_ROOT = '/api/v1'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Whom a call can admit besides everybody: people and their programs, holders of share links, visitors of chatbots. */
export type Admitted = 'signed-in' | 'link' | 'visitor'

export interface Route {
  readonly method: Method
  /** Below the API root, with parameters in braces: `projects/{id}/tabs`. */
  readonly path: string
  /**
   * Whom the call admits; `open`: everybody, and nobody looks at their token. Default: `signed-in` (decision 123). The service
   * decides what a viewer can see.
   */
  readonly admits?: readonly ['open'] | readonly Admitted[]
  /** Pages of other origins may make the call, where the feature allows theirs; X-Requested-With is not asked. */
  readonly crossOrigin?: true
  /**
   * Form of the response. envelope (the default): messageContent.meta/data · raw: the data as it is · events: an event
   * stream · binary: bytes with a media type · document: text of another media type.
   */
  readonly reply?: 'envelope' | 'raw' | 'events' | 'binary' | 'document'
}

/** The calls of a noun. */
export type Routes = Readonly<Record<string, Route>>

const BY_DEFAULT: readonly Admitted[] = ['signed-in']

/** Returns whether a call admits this kind of viewer, or everybody (`open`). */
export function admits(call: Pick<Route, 'admits'>, kind: Admitted | 'open'): boolean {
  const kinds: readonly (Admitted | 'open')[] = call.admits ?? BY_DEFAULT
  return kinds.includes(kind)
}
