export { EditPromptDialog } from './edit-dialog.tsx'
export { NewPromptDialog } from './new-dialog.tsx'
export { VersionsDialog } from './versions-dialog.tsx'
