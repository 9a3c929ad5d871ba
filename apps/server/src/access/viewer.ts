// The viewer: who makes a request. Every access to an object needs one: HTTP, streams, jobs.
import type { Permission } from '@polylogue/contract'

/** The common part of sessions and API tokens: both act as a person with that person's permissions. */
interface ActsAsPerson {
  readonly userId: number
  /** The user's own context, to which shares and memberships refer. */
  readonly contextId: number
  /** The person's tenant; null for the company without a tenant. */
  readonly tenantContextId: number | null
  readonly roleId: number
  readonly permissions: ReadonlySet<Permission>
  /** The session's id or the API token's UUID. Everything opened through it is closed when it ends. */
  readonly sessionId: string
  readonly from?: Origin
  /** An administrator set the password: the person must change it before anything else (SIGNIN-8). */
  readonly mustChangePassword?: boolean
}

/** The origin of a request, for the audit trail; background work has none. */
export interface Origin {
  readonly address: string
  readonly requestId: string
}

/** A person with a session. */
export interface SignedIn extends ActsAsPerson {
  readonly kind: 'person'
}

/** A program with an API token, acting for the token's owner (decision 22). */
export interface TokenHolder extends ActsAsPerson {
  readonly kind: 'token'
  readonly tokenId: number
}

/** A viewer with an account, for code that needs a user id, a role or permissions. */
export type Person = SignedIn | TokenHolder

/** A visitor with a share link: may read the one item of the link (ACCESS-15). */
export interface LinkHolder {
  readonly kind: 'link'
  readonly linkId: number
  /** The address or network that the link is opened from: many people share a link, each place has limits of its own. */
  readonly source: string
  /** The context of the item that the link opens. */
  readonly itemContextId: number
  readonly from?: Origin
}

/** A visitor of a chatbot widget: may chat with the settings of its tab, and reads no item (ACCESS-15). */
export interface Visitor {
  readonly kind: 'visitor'
  readonly chatbotId: number
  readonly sessionId: string
  readonly from?: Origin
}

/** Who makes a request: a person, a program acting for one, the holder of a share link, or a widget visitor. */
export type Viewer = Person | LinkHolder | Visitor

/** Returns whether a viewer has an account. */
export function isPerson(viewer: Viewer): viewer is Person {
  return viewer.kind === 'person' || viewer.kind === 'token'
}

/** Returns the viewer key of a user, for work that continues without a request. */
export function userKey(userId: number): string {
  return `user ${userId}`
}

/**
 * Returns the viewer key, by which limits, reservations, queues and open streams count. A person and the programs that act for
 * them have one key; no two kinds of viewers share a key (decision 123).
 */
export function viewerKey(viewer: Viewer): string {
  switch (viewer.kind) {
    case 'person':
    case 'token':
      return userKey(viewer.userId)
    case 'link':
      return `link ${viewer.linkId} ${viewer.source}`
    case 'visitor':
      return `visitor ${viewer.sessionId}`
  }
}

/**
 * Returns whether `userId` is the viewer. Chats, pushed messages, usage and settings (ROLE-3) are private to their owner,
 * whatever the role (ROLE-3).
 */
export function isOneself(viewer: Viewer, userId: number | null | undefined): boolean {
  return isPerson(viewer) && viewer.userId === userId
}
