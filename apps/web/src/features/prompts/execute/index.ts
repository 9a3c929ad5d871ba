export { ExecuteDialog } from './execute-dialog.tsx'
export { InsertDialog } from './insert-dialog.tsx'
export { useReady, type Ready } from './use-ready.ts'
