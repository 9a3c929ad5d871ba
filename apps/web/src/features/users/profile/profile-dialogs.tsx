import { useDialogs } from '#lib/dialogs.ts'
import { ApiTokensDialog, isAboutTokens } from '#features/tokens/index.ts'
import type { Rights } from '../permissions/account-rights.ts'
import type { Seen } from '../use-user.ts'
import {
  CHANGE_PASSWORD,
  ChangePasswordDialog,
  DELETE_USER,
  DeleteUserDialog,
  EDIT_USER,
  EditUserDialog,
  PERMISSIONS_DIALOG,
  PermissionsDialog,
} from '../dialogs.ts'

interface ProfileDialogsProps {
  user: Seen
  own: boolean
  rights: Rights
  onSignOut: () => void
  onDeleted: () => void
}

/** The permitted dialogs of a profile; the URL holds which one is open. */
export function ProfileDialogs({ user, own, rights, onSignOut, onDeleted }: ProfileDialogsProps) {
  const { open, close } = useDialogs()
  const of = { user, own, onClose: close }
  return (
    <>
      <EditUserDialog {...of} opened={open === EDIT_USER && rights.edit === 'granted'} />
      <PermissionsDialog {...of} opened={open === PERMISSIONS_DIALOG && rights.permissions === 'granted'} />
      <DeleteUserDialog
        {...of}
        opened={open === DELETE_USER && rights.remove === 'granted'}
        onDeleted={onDeleted}
      />
      {own && (
        <>
          <ChangePasswordDialog opened={open === CHANGE_PASSWORD} onClose={close} onSignOut={onSignOut} />
          <ApiTokensDialog opened={isAboutTokens(open)} />
        </>
      )}
    </>
  )
}
