export { ExportButton } from './export-button.tsx'
export { IMPORT_USERS, ImportDialog } from './lazy.ts'
