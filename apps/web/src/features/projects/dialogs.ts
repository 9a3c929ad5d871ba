// The dialogs of projects: each is fetched when it is first opened.
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

/** The name of the dialog for a new project in the address. */
export const NEW_PROJECT = 'new-project'

export const NewProjectDialog = lazyDialog(
  async () => (await import('./new-project-dialog.tsx')).NewProjectDialog,
)
export const EditProjectDialog = lazyDialog(
  async () => (await import('./edit-project-dialog.tsx')).EditProjectDialog,
)
export const DeleteProjectDialog = lazyDialog(
  async () => (await import('./delete-project-dialog.tsx')).DeleteProjectDialog,
)
