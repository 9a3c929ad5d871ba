export { IMPORT, ImportDialog } from './dialogs.ts'
