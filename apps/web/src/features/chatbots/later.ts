// Loads the parts of this feature. A step of its own, because the first load of the page lists what each lazy import needs: one
// entry instead of a hundred names.

export const loadViews = () => import('./views.ts')
export const loadDialogs = async () => (await import('./manage/dialogs.tsx')).ChatbotDialogs
export const loadExport = async () => (await import('./manage/export-tab-dialog.tsx')).ExportTabDialog
export const loadAssistant = async () => (await import('./assistant/assistant.tsx')).Assistant
export const loadAssistantItem = async () => (await import('./assistant/assistant-item.tsx')).AssistantItem
