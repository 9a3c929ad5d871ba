export { DeleteItem, useDeletion, useRestore } from './delete-item.tsx'
export { EditConflict, EditDialog, isConflict, useEdit, type Edit } from './edit-dialog.tsx'
export { FilterBar, useItemFilter, type ItemFilter } from './filter-bar.tsx'
export { ItemList, PagedPanelList, PanelList, useLastPage } from './panel-list.tsx'
export {
  ITEM_DIALOGS,
  itemDialog,
  itemParam,
  useDialogItem,
  useItemDialogs,
  useLastItem,
} from './item-dialogs.ts'
export { useItemTexts, type ItemNoun } from './item-texts.ts'
export { ItemRow } from './item-row.tsx'
export { ItemKindsContext, useItemKinds, type ItemKind } from './kind.ts'
export { ItemOverview } from './overview.tsx'
export { useEndsChatbots } from './use-ends-chatbots.ts'
export { useFailedItems, useItemCounts } from './use-item-counts.ts'
export { useIsOffered } from './use-offered.ts'
export { useOptimistic } from './use-optimistic.ts'
export { useItemChange } from './use-item-change.ts'
