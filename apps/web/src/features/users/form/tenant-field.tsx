import { SUPERUSER } from '@polylogue/contract/browser'
import { useTranslation } from '#lib/texts.ts'
import { SelectField } from '#ui/select-field.tsx'
import { useViewer } from '#features/session/index.ts'
import { useTenants } from './use-tenants.ts'

interface TenantFieldProps {
  /** The user's current tenant; undefined for a new user. */
  was?: number | null
  /** Undefined for the tenant of the user who creates. */
  value: number | null | undefined
  onChange: (tenantContextId: number | null) => void
}

/** Chooses the tenant of a user; renders nothing when no tenants are configured or the viewer may not assign them. */
export function TenantField({ was, value, onChange }: TenantFieldProps) {
  const { t } = useTranslation('users')
  const { data: viewer } = useViewer()
  const tenants = useTenants()
  if (tenants.length === 0 || !viewer) return null
  const chosen = value === undefined ? viewer.tenantContextId : value
  const moves = was !== undefined && chosen !== was
  const leaves = chosen !== viewer.tenantContextId && viewer.roleId !== SUPERUSER
  const hints = [
    moves ? t('tenant.moves') : t('tenant.hint'),
    ...(leaves && (moves || was === undefined) ? [t('tenant.leaves')] : []),
  ]
  return (
    <SelectField
      label={t('tenant.label')}
      hint={hints.join(' ')}
      value={String(chosen ?? '')}
      options={[
        { value: '', label: t('tenant.none') },
        ...tenants.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(id) => onChange(id === '' ? null : Number(id))}
    />
  )
}
