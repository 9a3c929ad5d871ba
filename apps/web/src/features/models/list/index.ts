export { TagNames } from './facts.tsx'
export { ModelRows } from './rows.tsx'
