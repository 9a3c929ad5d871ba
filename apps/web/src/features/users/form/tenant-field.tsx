import { SUPERUSER } from '@polylogue/contract/browser'
import { useTranslation } from '../../../lib/texts.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { useViewer } from '../../session/index.ts'
import { useTenants } from './use-tenants.ts'

interface TenantFieldProps {
  /** Where the person is now; undefined for a new one. */
  was?: number | null
  /** Undefined: where the one who creates is. */
  value: number | null | undefined
  onChange: (tenantContextId: number | null) => void
}

/** The tenant of a person, where tenants are configured and are one's to give; else nothing. */
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
