// The dialogs of projects; each loads its code when first opened.
import { lazyDialog } from '#ui/lazy-dialog.tsx'

/** Name of the dialog for a new project in the address. */
export const NEW_PROJECT = 'new-project'
/** Name of the dialog in the address that edits the project of the page. */
export const EDIT_PROJECT = 'edit-project'

export const NewProjectDialog = lazyDialog(
  async () => (await import('./new-project-dialog.tsx')).NewProjectDialog,
)
export const EditProjectDialog = lazyDialog(
  async () => (await import('./edit-project-dialog.tsx')).EditProjectDialog,
)
/** Shows and edits the shares of a project, or leaves it. */
export const ProjectSharingDialog = lazyDialog(
  async () => (await import('./project-sharing-dialog.tsx')).ProjectSharingDialog,
)
export const DeleteProjectDialog = lazyDialog(
  async () => (await import('./delete-project-dialog.tsx')).DeleteProjectDialog,
)
