// Shared items: what projects, prompts, data sources and other nouns have in common, declared once per noun (decision 63).
export type { ItemOwnership, Owned, Owner } from './ownership.ts'
export type { ItemHooks, ItemsDeps, ItemAudit } from './deps.ts'
export { openItems, type Change, type FurtherNoun, type Items, type SharedFields } from './items.ts'
export {
  createLabel,
  hasLabelNamed,
  listLabels,
  removeLabel,
  sweepLabels,
  type Label,
  type LabelIds,
  type LabelKind,
} from './labels-store.ts'
export { likesOf } from './likes-store.ts'
export { idsOf, labelIdsOf, labelsOfKind, sentFields } from './sent.ts'
export { publishRequests } from './publish.ts'
export { dropRequests, publishItem, touchItem } from './sharing.ts'
export {
  countedPageOf,
  fits,
  listed,
  pageOf,
  sharedWith,
  type PageCursor,
  type SharedRow,
} from './lists-store.ts'
export { findChanged, idOf, itemColumns, lock as lockItem } from './store.ts'
export type { Binned, BinOfNoun } from './removing.ts'
export { mayUse, requireUse, used } from './use.ts'
export {
  itemLive,
  type ItemFacts,
  type ItemFields,
  type ItemLive,
  type ItemRow,
  type ItemSearch,
  type ItemTable,
  type ItemType,
} from './type.ts'
