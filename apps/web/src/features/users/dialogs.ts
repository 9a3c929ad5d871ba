// User dialogs; each is lazy-loaded when first opened.
import { lazyDialog } from '#ui/lazy-dialog.tsx'

/** Dialog names in the URL. */
export const EDIT_USER = 'edit-user'
export const DELETE_USER = 'delete-user'
export const CHANGE_PASSWORD = 'change-password'
export const PERMISSIONS_DIALOG = 'permissions'

export const EditUserDialog = lazyDialog(
  async () => (await import('./form/edit-user-dialog.tsx')).EditUserDialog,
)
export const DeleteUserDialog = lazyDialog(
  async () => (await import('./deletion/delete-user-dialog.tsx')).DeleteUserDialog,
)
export const ChangePasswordDialog = lazyDialog(
  async () => (await import('./password/change-password-dialog.tsx')).ChangePasswordDialog,
)
export const PermissionsDialog = lazyDialog(
  async () => (await import('./permissions/permissions-dialog.tsx')).PermissionsDialog,
)
