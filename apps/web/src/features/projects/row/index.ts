export { ProjectRow, type RowActions } from './project-row.tsx'
export { useRowFocus } from './row-focus.ts'
