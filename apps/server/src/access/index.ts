export { approvedTexts, readThrough } from './approved-texts.ts'
export {
  asksApproval,
  contextLevel,
  GROUP_TYPES,
  HOLDING_TYPES,
  managesGroups,
  partner,
  sameSide,
} from './context-level.ts'
export {
  askingOnce,
  effectiveLevel,
  givesAccess,
  holders,
  levelOutsideBin,
  outsideBin,
  qualified,
  reachable,
  visible,
  type PersonColumns,
} from './effective-level.ts'
export { ensureGroup, groupsNamed, setMembership, type KeptGroup } from './groups-store.ts'
export { allows, authorize, LEVEL, type Guarded, type Level, type Policy } from './policy.ts'
export { formerReadersAmong, readersAmong, writersAmong, type FormerAccess } from './readers.ts'
export { isOneself, isPerson, userKey, viewerKey, type Person, type Viewer } from './viewer.ts'
export { requireSession } from './session-only.ts'
export {
  isSharedWith,
  ownerOf,
  removeItemContext,
  renameItemContext,
  requirePartners,
} from './shares-store.ts'
export {
  shareChanges,
  sharingDetails,
  toSharesResponse,
  type Share,
  type ShareChanges,
  type SharedItem,
} from './shares.ts'
