export { effectiveLevel, qualified, reachable, visible } from './effective-level.ts'
export { allows, LEVEL, require, type Guarded, type Level, type Policy } from './policy.ts'
export { formerReadersAmong, readersAmong, type FormerAccess } from './readers.ts'
export type { Viewer } from './viewer.ts'
export {
  createItemContext,
  ownerOf,
  removeItemContext,
  renameItemContext,
  replaceShares,
  sharesOf,
} from './shares-store.ts'
export { toldShares, wishedShares, type Share, type SharedItem } from './shares.ts'
