import type { Permission } from '@polylogue/contract'
import { PERMISSIONS } from '@polylogue/contract/browser'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { SkeletonLine, LoadFailed, Loading } from '#ui/states.tsx'
import { usePermissions } from '../api.ts'
import type { Seen } from '../use-user.ts'
import { fullName } from '../names.ts'
import css from './permissions-dialog.module.css'
import { useRoleName } from './use-roles.ts'

interface PermissionsDialogProps {
  user: Seen
  own: boolean
  opened: boolean
  onClose: () => void
}

/** All permissions, granted or not, in three columns. */
export function PermissionsDialog({ user, own, opened, onClose }: PermissionsDialogProps) {
  const { t } = useTranslation(['users', 'ui'])
  const errorMessage = useErrorMessage()
  const nameOf = useRoleName()
  const { data, error, refetch } = usePermissions(user.id, opened)
  const role = data && nameOf(data.Role.id, data.Role.name)
  const title = own ? t('permissions.ownTitle') : t('permissions.title', { name: fullName(user) })
  return (
    <Dialog
      opened={opened}
      title={title}
      lead={role && t('permissions.lead', { role, count: data.Permissions.length, all: PERMISSIONS.length })}
      width="60%"
      onClose={onClose}
    >
      <DialogBody label={title}>
        {data && (
          <ul className={css.columns}>
            {PERMISSIONS.map((permission) => (
              <Row key={permission} permission={permission} granted={data.Permissions.includes(permission)} />
            ))}
          </ul>
        )}
        {error && (
          <LoadFailed
            title={t('permissions.failed')}
            {...errorMessage(error)}
            onRetry={() => void refetch()}
          />
        )}
        {!data && !error && (
          <Loading>
            <div className={css.columns}>
              {PERMISSIONS.map((permission) => (
                <SkeletonLine key={permission} height={20} width={80} />
              ))}
            </div>
          </Loading>
        )}
      </DialogBody>
      <DialogFoot>
        <Button size="large" onClick={onClose} data-autofocus>
          {t('ui:close')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

function Row({ permission, granted }: { permission: Permission; granted: boolean }) {
  const { t } = useTranslation('users')
  return (
    <li className={css.row} data-off={granted ? undefined : true}>
      <Icon name={granted ? 'check' : 'x'} />
      <span>
        <span>{t(`permissions.names.${permission}`)}</span>
        <span className={css.code}>
          <span className="mono">{permission}</span>
          {!granted && <> · {t('permissions.notGranted')}</>}
        </span>
      </span>
    </li>
  )
}
