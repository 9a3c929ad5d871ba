export { hasStoredSoons } from './stored.ts'
export { useSoonOf, useSoons } from './use-soons.ts'
export type { SoonTarget } from './soon.ts'
