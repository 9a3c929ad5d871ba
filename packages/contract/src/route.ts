// The form of a route; `routes.ts` has them all.

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface Route {
  readonly method: Method
  /** Below the API root, with parameters in braces: `projects/{id}/tabs`. */
  readonly path: string
  /** Whether the call needs a signed-in user. The service decides what the user can see. */
  readonly access: 'open' | 'signed-in'
  /**
   * Form of the response. envelope (the default): messageContent.meta/data · raw: the data as it is · events: an event
   * stream · binary: bytes with a media type · document: text of another media type.
   */
  readonly reply?: 'envelope' | 'raw' | 'events' | 'binary' | 'document'
}
