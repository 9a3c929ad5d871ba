export { ExecuteDialog } from './execute-dialog.tsx'
export { InsertDialog } from './insert-dialog.tsx'
