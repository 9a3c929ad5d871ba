// Group dialogs; each is lazy-loaded when first opened.
import { lazyDialog } from '#ui/lazy-dialog.tsx'

/** Dialog names in the URL; all but the first refer to the group in `&group=`. */
export const NEW_GROUP = 'new-group'
export const EDIT_GROUP = 'edit-group'
export const DELETE_GROUP = 'delete-group'
export const GROUP_MEMBERS = 'group-members'

export const NewGroupDialog = lazyDialog(async () => (await import('./new-group-dialog.tsx')).NewGroupDialog)
export const EditGroupDialog = lazyDialog(
  async () => (await import('./edit-group-dialog.tsx')).EditGroupDialog,
)
export const DeleteGroupDialog = lazyDialog(
  async () => (await import('./delete-group-dialog.tsx')).DeleteGroupDialog,
)
export const MembersDialog = lazyDialog(async () => (await import('./members-dialog.tsx')).MembersDialog)
