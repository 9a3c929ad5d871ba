// How the audit trail is told. Pure.
import type { AuditEntry } from '@polylogue/contract'
import type { ShareChanges } from '../../access/index.ts'

/** An entry as it is kept: as it is told, but for the form of its time. */
export type KeptEntry = Omit<AuditEntry, 'at'> & { readonly at: Date }

/** So much of a list of ids is kept: a group of thousands does not fill the trail. */
const IDS_LENGTH = 1_000

/**
 * What is kept of a sharing or a membership: how many there were and are, whose access ended, and who has which now, by the
 * ids of their contexts.
 */
export function sharingDetails(
  changes: Pick<ShareChanges, 'ended' | 'set'>,
  counts: { before: number; after: number },
): Record<string, string | number> {
  const set = changes.set.map(
    ({ contextId, canWrite, canAdmin }) => `${contextId} ${canAdmin ? 'admin' : canWrite ? 'write' : 'read'}`,
  )
  return {
    ...counts,
    ...(set.length > 0 ? { set: cut(set.join(', ')) } : {}),
    ...(changes.ended.length > 0 ? { ended: cut(changes.ended.join(', ')) } : {}),
  }
}

const cut = (text: string): string => (text.length > IDS_LENGTH ? `${text.slice(0, IDS_LENGTH)}…` : text)

export function toldEntry({ at, ...entry }: KeptEntry): AuditEntry {
  return { ...entry, at: at.toISOString() }
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
] as const satisfies readonly (keyof AuditEntry)[]

/** The first line of a CSV file. */
export const CSV_HEAD = line(COLUMNS)

/** An entry as a line of CSV (RFC 4180). */
export function csvLine(entry: KeptEntry): string {
  const told = toldEntry(entry)
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
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
