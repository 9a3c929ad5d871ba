// How the audit trail is told. Pure.
import type { AuditEntry } from '@polylogue/contract'

/** An entry as it is kept: as it is told, but for the form of its time and the names of now. */
export type KeptEntry = Omit<AuditEntry, 'at' | 'names'> & { readonly at: Date }

/** Ids of people, and of contexts of people and groups. */
export interface Mentioned {
  readonly users: readonly number[]
  readonly contexts: readonly number[]
}

/** Whom the details of an entry mention by id. */
function mentionedBy({ action, details }: Pick<KeptEntry, 'action' | 'details'>): Mentioned {
  const { set, ended, actsAs, userId, addressNowOf, tenantContextId, from, to } = details
  // A list of `sharingDetails` (access): ids, those of `set` with a level behind them. A cut one ends within an id, perhaps.
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

/** Whom entries mention by id, each once. */
export function mentionedIn(entries: readonly Pick<KeptEntry, 'action' | 'details'>[]): Mentioned {
  const all = entries.map(mentionedBy)
  return {
    users: [...new Set(all.flatMap(({ users }) => users))],
    contexts: [...new Set(all.flatMap(({ contexts }) => contexts))],
  }
}

export function toldEntry(entry: KeptEntry, names: ReadonlyMap<string, string>): AuditEntry {
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

/** An entry as a line of CSV (RFC 4180). */
export function csvLine(entry: KeptEntry): string {
  const told = { ...entry, at: entry.at.toISOString() }
  return line(
    COLUMNS.map((name) => {
      const value = told[name]
      return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
    }),
  )
}

function line(fields: readonly string[]): string {
  return `${fields.map(field).join(',')}\r\n`
}

/** What a spreadsheet would take for a formula is marked as text by an apostrophe before it. */
function field(text: string): string {
  const safe = /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
