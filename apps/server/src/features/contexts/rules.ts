// Maps contexts to responses, and requests to members of a group. Pure.
import { CONTEXT_TYPES, type AssocContext, type Context, type Member, type Reader } from '@polylogue/contract'
import { GROUP_TYPES, HOLDING_TYPES, LEVEL, type Share, type Person } from '#access/index.ts'
import type { ItemType } from '#access/items/index.ts'
import { Problem } from '#problem.ts'
import { typeOf } from './types.ts'

/** What a list shows of a context. */
export interface ContextCard {
  readonly id: number
  readonly typeId: number
  readonly name: string
  readonly description: string
  readonly numMembers: number
  /** Whether a share of the viewer with the group waits for approval. */
  readonly asksApproval: boolean
  /** The user whose own context this is; null for other types. */
  readonly person: {
    readonly id: number
    readonly firstName: string
    readonly lastName: string
    readonly username: string
    readonly picture: string | null
  } | null
}

export interface ContextFacts extends ContextCard {
  readonly uuid: string
  readonly ownerContextId: number
  readonly created: Date
  readonly modified: Date
  readonly needsApproval: boolean
  /** Access level of the viewer. */
  readonly level: number
  /** Members or shares visible to the viewer. */
  readonly shares: readonly Share[]
}

export interface MemberFacts extends ContextCard, Omit<Share, 'contextId'> {
  readonly isOwner: boolean
}

/** A person with access to an item by its shares. */
export interface ReaderFacts
  extends ContextCard, Omit<Share, 'contextId'>, Pick<Reader, 'isDirect' | 'groups'> {}

export const isGroup = ({ typeId }: { typeId: number }): boolean => GROUP_TYPES.includes(typeId)
/** Whether a context is a user, a group, the company or a tenant, and not an item. */
export const isHolder = ({ typeId }: { typeId: number }): boolean => HOLDING_TYPES.includes(typeId)
/** Returns the item type of a context; undefined for users and groups. */
export const itemTypeOf = (
  types: readonly ItemType[],
  { typeId }: { typeId: number },
): ItemType | undefined => types.find(({ contextType }) => contextType === typeId)
export const isPerson = ({ typeId }: { typeId: number }): boolean => typeId === CONTEXT_TYPES.user

export const levelOf = ({ canWrite, canAdmin }: Omit<Share, 'contextId'>): number =>
  canAdmin ? LEVEL.admin : canWrite ? LEVEL.write : LEVEL.read

function entryOf({ contextId, canWrite, canAdmin }: Share): AssocContext {
  return { contextId, hasReadAccess: true, hasWriteAccess: canWrite, hasAdminAccess: canAdmin }
}

function cardOf(card: ContextCard): Member['context'] {
  const { id, name, description, typeId, numMembers, asksApproval, person } = card
  return {
    id,
    displayName: person ? `${person.firstName} ${person.lastName}` : name,
    description,
    contextTypeId: typeId,
    numMembers,
    asksApproval,
    ...(person ? { user: { id: person.id, username: person.username, picture: person.picture } } : {}),
  }
}

export function toContextResponse(viewer: Person, facts: ContextFacts): Context {
  const canWrite = facts.level >= LEVEL.write
  const isAdmin = facts.level >= LEVEL.admin
  const own = {
    contextId: facts.numMembers === 0 ? 0 : viewer.contextId,
    canWrite,
    canAdmin: isAdmin,
  }
  return {
    ...cardOf(facts),
    uuId: facts.uuid,
    name: facts.name,
    contextType: typeOf(facts.typeId),
    ownerContextId: facts.ownerContextId,
    assocContexts: [own, ...facts.shares].map(entryOf),
    can_read: true,
    can_write: canWrite,
    is_admin: isAdmin,
    needsApproval: facts.needsApproval,
    created: facts.created.toISOString(),
    modified: facts.modified.toISOString(),
  }
}

export function toMemberResponse(facts: MemberFacts): Member {
  return {
    context: cardOf(facts),
    hasWriteAccess: facts.canWrite || facts.isOwner,
    hasAdminAccess: facts.canAdmin || facts.isOwner,
    isOwner: facts.isOwner,
  }
}

export function toReaderResponse(facts: ReaderFacts): Reader {
  const { canWrite, canAdmin, isDirect, groups } = facts
  return { context: cardOf(facts), hasWriteAccess: canWrite, hasAdminAccess: canAdmin, isDirect, groups }
}

/**
 * Returns the members wished for by `assocContexts`; undefined to keep them. As with items (access, `wishedShares`), entries
 * of unknown contexts, of the owner and of the viewer are ignored: nobody changes their own access. Duplicate entries are
 * merged to the highest access; admin implies write.
 */
export function wishedMembers(
  viewer: Person,
  group: { readonly ownerContextId: number; readonly shares: readonly Share[] },
  sent: readonly AssocContext[] | undefined,
): readonly Share[] | undefined {
  if (sent === undefined) return undefined
  const kept = [viewer.contextId, group.ownerContextId]
  const wished = new Map(
    group.shares.filter(({ contextId }) => kept.includes(contextId)).map((share) => [share.contextId, share]),
  )
  for (const { contextId, hasWriteAccess, hasAdminAccess } of sent) {
    if (contextId === 0 || kept.includes(contextId)) continue
    const before = wished.get(contextId)
    const canAdmin = hasAdminAccess || before?.canAdmin === true
    const canWrite = canAdmin || hasWriteAccess || before?.canWrite === true
    wished.set(contextId, { contextId, canWrite, canAdmin })
  }
  return [...wished.values()]
}

/**
 * Rejects granting more access than one has, and changing members with more: a writer neither adds nor removes an admin.
 * @throws Problem PERMISSION_DENIED
 */
export function requireOwnLevel(level: number, touched: readonly Omit<Share, 'contextId'>[]): void {
  if (touched.some((share) => levelOf(share) > level)) throw new Problem('PERMISSION_DENIED')
}
