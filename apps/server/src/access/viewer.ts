// Who is asking. Every path to an object carries a viewer: HTTP, streams, jobs.
import type { Permission } from '@polylogue/contract'

/** What a session and an API token have in common: both act as a person, with exactly what that person may do. */
interface ActsAsPerson {
  readonly userId: number
  /** The user's own context: what shares and memberships name. */
  readonly contextId: number
  /** The tenant whose wall stands around this person; null: the company alone. */
  readonly tenantContextId: number | null
  readonly roleId: number
  readonly permissions: ReadonlySet<Permission>
  /** What ends everything opened through it when it ends: the session's id, or the API token's UUID. */
  readonly sessionId: string
  readonly from?: Origin
  /** Somebody else set their password: they may change it and do nothing else before (quality bar S13). */
  readonly mustChangePassword?: boolean
}

/** From where a request came, for the audit trail; work that goes on without its person has none. */
export interface Origin {
  readonly address: string
  readonly requestId: string
}

/** Somebody with a session. */
export interface SignedIn extends ActsAsPerson {
  readonly kind: 'person'
}

/** A program with an API token, acting for its owner (decision 22). */
export interface TokenHolder extends ActsAsPerson {
  readonly kind: 'token'
  readonly tokenId: number
}

/** A viewer with an account. Code that needs a user id, a role or permissions takes this type. */
export type Person = SignedIn | TokenHolder

/** Whoever opened a share link: may read the one item of the link, and nothing else (reading 8). */
export interface LinkHolder {
  readonly kind: 'link'
  readonly linkId: number
  /** The context of the item that the link opens. */
  readonly itemContextId: number
  readonly from?: Origin
}

/** A visitor of a chatbot's widget: may chat with that tab's settings, and reads no item (reading 8). */
export interface Visitor {
  readonly kind: 'visitor'
  readonly chatbotId: number
  readonly sessionId: string
  readonly from?: Origin
}

/** Who is asking: a person, a program acting for one, the holder of a share link, a visitor of a widget. */
export type Viewer = Person | LinkHolder | Visitor

/** Whether a viewer has an account. */
export function isPerson(viewer: Viewer): viewer is Person {
  return viewer.kind === 'person' || viewer.kind === 'token'
}

/** Whether a person asks about themselves. Chats and pushed messages are one's own, whatever one's role (reading 3). */
export function isOneself(viewer: Person, userId: number): boolean {
  return viewer.userId === userId
}
