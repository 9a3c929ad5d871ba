export { SHORTCUTS_DIALOG, ShortcutsDialog } from './dialogs.ts'
export { useShortcutFile } from './api.ts'
export { ShortcutList } from './shortcut-list.tsx'
