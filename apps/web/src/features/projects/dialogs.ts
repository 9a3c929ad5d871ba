// The dialogs of projects: each is fetched when it is first opened.
import { lazyView } from '../../lib/load-code.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

/** The name of the dialog for a new project in the address. */
export const NEW_PROJECT = 'new-project'
/** The name of the dialog that changes the project of the page. */
export const EDIT_PROJECT = 'edit-project'

export const NewProjectDialog = lazyDialog(
  async () => (await import('./new-project-dialog.tsx')).NewProjectDialog,
)
export const EditProjectDialog = lazyDialog(
  async () => (await import('./edit-project-dialog.tsx')).EditProjectDialog,
)
/** Shows with whom a project is shared; chooses that; leaves it. */
export const ProjectSharingDialog = lazyDialog(
  async () => (await import('./sharing.tsx')).ProjectSharingDialog,
)
export const DeleteProjectDialog = lazyDialog(
  async () => (await import('./delete-project-dialog.tsx')).DeleteProjectDialog,
)

/** Chooses a project inside a dialog; fetched with it. */
export const ProjectPicker = lazyView(async () => (await import('./project-picker.tsx')).ProjectPicker)
