// Resolves ids of people and groups in audit details to their current names.
import type { AuditEntry } from '@polylogue/contract'

const PEOPLE = ['actsAs', 'userId', 'addressNowOf']
const TENANTS = ['tenantContextId', 'from', 'to']

/** Returns a detail with names instead of ids; undefined when it contains no ids. Deleted people and groups keep the id. */
export function namedIn(
  names: AuditEntry['names'],
  action: AuditEntry['action'],
  detail: string,
  value: string | number | boolean,
): string | undefined {
  if (typeof value === 'string' && (detail === 'set' || detail === 'ended'))
    return value.replace(
      /(^|, )(\d+)(?=,| |$)/g,
      (_, before: string, id: string) => `${before}${names[`context ${id}`] ?? id}`,
    )
  if (typeof value !== 'number') return undefined
  if (PEOPLE.includes(detail)) return names[`user ${value}`]
  const tenant =
    detail === 'tenantContextId' || (action === 'user.account-changed' && TENANTS.includes(detail))
  return tenant ? names[`context ${value}`] : undefined
}
