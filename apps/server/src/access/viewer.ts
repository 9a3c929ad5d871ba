import type { Permission } from '@polylogue/contract'

/**
 * Who is asking. Every path to an object carries one: HTTP, streams, jobs. A program with an API token is its owner, with
 * exactly what they may do; other doors (share links, widget visitors) become further kinds.
 */
export interface Viewer {
  readonly kind: 'user'
  readonly userId: number
  /** The user's own context: what shares and memberships name. */
  readonly contextId: number
  /** The tenant whose wall stands around this person; null: the company alone. */
  readonly tenantContextId: number | null
  readonly roleId: number
  readonly permissions: ReadonlySet<Permission>
  /** The session whose end ends everything opened through it. */
  readonly sessionId: string
  /** The API token this came by; its UUID is then the `sessionId`. */
  readonly tokenId?: number
  /** From where the request came, for the audit trail; work that goes on without its person has none. */
  readonly from?: { readonly address: string; readonly requestId: string }
  /** Somebody else set their password: they may change it and do nothing else before (quality bar S13). */
  readonly mustChangePassword?: boolean
}
