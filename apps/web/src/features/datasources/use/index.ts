export { TabUses } from './tab-uses.tsx'
export { UseDialog } from './use-dialog.tsx'
