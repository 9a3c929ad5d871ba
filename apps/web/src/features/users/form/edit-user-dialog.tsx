import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Dialog, DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { Problem } from '#ui/states.tsx'
import { EditConflict } from '#features/items/index.ts'
import { isWhole, type Seen } from '../use-user.ts'
import { differences } from './edit-user-values.ts'
import { AccountFields, NameFields } from './edit-user-fields.tsx'
import { fullName } from '../names.ts'
import { useEditUser } from './use-edit-user.ts'
import { useTenants } from './use-tenants.ts'

interface EditUserDialogProps {
  user: Seen
  /** The user's own names only; for others everything, if their role is lower. */
  own: boolean
  opened: boolean
  onClose: () => void
}

/** Edits the names of a user; for other users also e-mail, role, account type and password. */
export function EditUserDialog({ user, own, opened, onClose }: EditUserDialogProps) {
  const { t } = useTranslation('users')
  const errorMessage = useErrorMessage()
  const edit = useEditUser(user, own, onClose)
  const tenants = useTenants()
  const nameOfTenant = (id: number | null) =>
    id === null ? t('tenant.none') : (tenants.find((one) => one.id === id)?.name ?? String(id))
  const { values, error, issues, set } = edit
  const refusal = error && Object.keys(issues).length === 0
  return (
    <Dialog
      opened={opened}
      title={own ? t('edit.ownTitle') : t('edit.title', { name: fullName(user) })}
      dirty={edit.dirty}
      onClose={edit.close}
    >
      <DialogForm onSubmit={() => edit.save()}>
        <DialogBody>
          <NameFields values={values} issues={issues} onChange={set} />
          {!own && isWhole(user) && (
            <AccountFields values={values} issues={issues} was={user} onChange={set} />
          )}
          {refusal && <Problem>{t('edit.failed', { sentence: errorMessage(error).sentence })}</Problem>}
          <EditConflict
            edit={edit}
            compare={(stored) =>
              differences(stored, values, nameOfTenant).map(({ name, value }) => ({
                label: t(`edit.fields.${name}`),
                value: value === true ? t('edit.yes') : value === false ? t('edit.no') : value,
                same: false,
              }))
            }
          />
        </DialogBody>
        <FormFoot verb={t('edit.save')} busy={edit.busy} disabled={!edit.ready} onCancel={edit.close} />
      </DialogForm>
    </Dialog>
  )
}
