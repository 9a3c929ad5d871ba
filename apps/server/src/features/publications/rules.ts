// Maps requests to responses. Pure.
import { createHash } from 'node:crypto'
import type { Publication, PublicationReview } from '@polylogue/contract'

interface Named {
  readonly id: number
  readonly firstName: string
  readonly lastName: string
}

/** A request with the names that a reply shows. */
export interface RequestFacts {
  readonly id: number
  readonly contextId: number
  readonly typeId: number
  readonly name: string
  readonly groupContextId: number
  readonly groupName: string
  readonly canWrite: boolean
  readonly canAdmin: boolean
  /** Texts of the item were changed since the group approved it. */
  readonly changed: boolean
  readonly asker: Named & { readonly contextId: number }
  readonly created: Date
  readonly declined: Date | null
  readonly decliner: Named | null
  readonly reason: string
}

const nameOf = ({ id, firstName, lastName }: Named) => ({
  id,
  displayName: `${firstName} ${lastName}`,
})

/** `path` is that of the item's type. */
export function toPublicationResponse(facts: RequestFacts, path: string): Publication {
  const { id, contextId, typeId, name, groupContextId, groupName, canWrite, canAdmin } = facts
  return {
    id,
    item: { contextId, contextTypeId: typeId, path, name },
    group: { contextId: groupContextId, name: groupName },
    hasWriteAccess: canWrite,
    hasAdminAccess: canAdmin,
    changed: facts.changed,
    asker: nameOf(facts.asker),
    created: facts.created.toISOString(),
    declined: facts.declined && {
      at: facts.declined.toISOString(),
      by: facts.decliner && nameOf(facts.decliner),
      reason: facts.reason,
    },
  }
}

/** What a reviewer reads of an item, besides its name. */
export type Texts = PublicationReview['texts']

/** Returns the columns of an item that are reviewed, as texts; empty ones are left out. */
export function textsOf(item: object, columns: readonly string[]): Texts {
  const values = new Map<string, unknown>(Object.entries(item))
  return columns.flatMap((field) => {
    const text = textOf(values.get(field))
    return field !== 'name' && text !== '' ? [{ field, text }] : []
  })
}

/** Returns a value as text: an object has a line for each of its own. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? '')
  return Object.entries(value)
    .map(([name, one]) => `${name}: ${JSON.stringify(one)}`)
    .join('\n')
}

/**
 * Returns a hash of what a reviewer read: the name, the texts and the access. Unlike the item's `modified` it does not change
 * with labels and other shares.
 */
export function etagOf({ name, canWrite, canAdmin }: RequestFacts, texts: Texts): string {
  const read = JSON.stringify([name, texts.map(({ field, text }) => [field, text]), canWrite, canAdmin])
  return createHash('sha256').update(read).digest('base64url')
}
