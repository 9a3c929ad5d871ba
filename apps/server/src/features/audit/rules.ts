// Maps audit entries to responses and CSV. Pure.
import type { AuditEntry } from '@polylogue/contract'

/** A stored entry: like the response, except for the format of its time and without current names. */
export type KeptEntry = Omit<AuditEntry, 'at' | 'names'> & { readonly at: Date }

/** Ids of users, and of contexts of users and groups. */
export interface Mentioned {
  readonly users: readonly number[]
  readonly contexts: readonly number[]
}

/** Returns the ids in an entry's details. */
function mentionedBy({ action, details }: Pick<KeptEntry, 'action' | 'details'>): Mentioned {
  const { set, ended, actsAs, userId, addressNowOf, tenantContextId, from, to } = details
  // Parses lists of `sharingDetails` (access): ids, in `set` followed by a level. A truncated list may end within an id.
  const listed = [set, ended].flatMap((list) =>
    typeof list === 'string' ? list.split(', ').filter((part) => !part.endsWith('…')) : [],
  )
  const tenants = action === 'user.account-changed' ? [tenantContextId, from, to] : [tenantContextId]
  return {
    users: [actsAs, userId, addressNowOf].filter((id) => typeof id === 'number'),
    contexts: [...listed.map((part) => Number.parseInt(part, 10)), ...tenants].filter(
      (id): id is number => typeof id === 'number' && Number.isSafeInteger(id),
    ),
  }
}

/** Returns the ids that entries mention, without duplicates. */
export function mentionedIn(entries: readonly Pick<KeptEntry, 'action' | 'details'>[]): Mentioned {
  const all = entries.map(mentionedBy)
  return {
    users: [...new Set(all.flatMap(({ users }) => users))],
    contexts: [...new Set(all.flatMap(({ contexts }) => contexts))],
  }
}

export function toAuditEntry(entry: KeptEntry, names: ReadonlyMap<string, string>): AuditEntry {
  const { users, contexts } = mentionedBy(entry)
  const keys = [...users.map((id) => `user ${id}`), ...contexts.map((id) => `context ${id}`)]
  const own = keys.flatMap((key) => {
    const name = names.get(key)
    return name === undefined ? [] : [[key, name] as const]
  })
  return { ...entry, at: entry.at.toISOString(), names: Object.fromEntries(own) }
}

const COLUMNS = [
  'id',
  'at',
  'action',
  'outcome',
  'userId',
  'userName',
  'objectType',
  'objectId',
  'objectName',
  'address',
  'sessionId',
  'requestId',
  'details',
] as const satisfies readonly (keyof KeptEntry)[]

/** The first line of a CSV file. */
export const CSV_HEAD = line(COLUMNS)

/** Returns an entry as a line of CSV (RFC 4180). */
export function csvLine(entry: KeptEntry): string {
  const row = { ...entry, at: entry.at.toISOString() }
  return line(
    COLUMNS.map((name) => {
      const value = row[name]
      return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
    }),
  )
}

function line(fields: readonly string[]): string {
  return `${fields.map(field).join(',')}\r\n`
}

/** Prefixes a text that spreadsheets would take for a formula with an apostrophe. */
function field(text: string): string {
  const safe = /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
