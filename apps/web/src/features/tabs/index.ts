export { useTabs, useUpdateTab } from './api.ts'
export { EmptyTabs } from './empty-tabs.tsx'
export { tabId, tabPanelId } from './tab-ids.ts'
export { TabRow } from './tab-row.tsx'
