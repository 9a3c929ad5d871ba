export type { GroupSearch } from './group-search.ts'
export { SelectionBar } from './selection-bar.tsx'
export { useSelection, type Selection } from './selection.ts'
