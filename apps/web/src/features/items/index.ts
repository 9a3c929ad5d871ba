export { DeleteItem } from './delete-item.tsx'
export { EditConflict, EditDialog } from './edit-dialog.tsx'
export { FilterBar } from './filter-bar.tsx'
export { ItemList, PagedPanelList, PanelList } from './panel-list.tsx'
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
export { useDeletion, useRestore } from './restoring.ts'
export { useEndsChatbots } from './use-ends-chatbots.ts'
export { isConflict, useEdit, type Edit } from './use-edit.ts'
export { useFailedItems, useItemCounts } from './use-item-counts.ts'
export { useIsOffered } from './use-offered.ts'
export { useItemFilter, type ItemFilter } from './use-filter.ts'
export { useOptimistic } from './use-optimistic.ts'
export { useItemChange } from './use-item-change.ts'
export { useLastPage } from './use-last-page.ts'
