// People and groups that a detail mentions by id, by what they are called now.
import type { AuditEntry } from '@polylogue/contract'

const PEOPLE = ['actsAs', 'userId', 'addressNowOf']
const TENANTS = ['tenantContextId', 'from', 'to']

/** A detail with names in the place of ids; undefined for one that mentions nobody by id. Who is gone keeps the id. */
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
