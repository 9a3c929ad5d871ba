export { TagNames } from './model-cells.tsx'
export { ModelRows } from './rows.tsx'
