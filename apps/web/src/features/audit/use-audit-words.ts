import type { AuditEntry } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import { useRoleName } from '#features/users/index.ts'
import { namedIn } from './names.ts'

export interface AuditWords {
  who(entry: AuditEntry): string
  /** The target: its noun, and its name at that time. */
  on(entry: AuditEntry): string
  /** The label of a detail. */
  detail(name: string): string
  value(entry: AuditEntry, name: string, value: string | number | boolean | null): string
}

/** Translates the codes of the audit trail; an unknown code is shown as stored. */
export function useAuditWords(): AuditWords {
  const { t, i18n } = useTranslation('audit')
  const roleName = useRoleName()
  const known = (key: string, otherwise: string): string =>
    i18n.find(i18n.language, 'audit', key) ?? otherwise
  return {
    who: ({ userId, userName }) =>
      userName || (userId === null ? t('nobody') : t('personNumber', { id: userId })),
    on({ objectType, objectId, objectName, userId }) {
      // The actor of a sign-in is also its target, so the target is omitted.
      if (objectType === '' || (objectType === 'user' && objectId === userId && objectName === '')) return ''
      const name = objectName || (objectId === null ? '' : String(objectId))
      return `${known(`nouns.${objectType}`, objectType)} ${name}`.trim()
    },
    detail: (name) => known(`details.${name}`, name),
    value({ action, names }, name, value) {
      if (value === null) return '–'
      const named = namedIn(names, action, name, value)
      if (named !== undefined) return named
      if (typeof value === 'boolean') return value ? t('yes') : t('no')
      const role = name === 'roleId' || name === 'defaultRoleId' || action === 'user.role-changed'
      if (role && typeof value === 'number') return roleName(value)
      if (name === 'type') return known(`types.${value}`, String(value))
      if (name === 'action') return known(`actions.${value}`, String(value))
      return known(`values.${String(value).replaceAll(/[.:]/g, ' ')}`, String(value))
    },
  }
}
