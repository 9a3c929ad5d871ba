import { lazyView } from '#lib/load-code.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'

export { useAssistantOpen } from './assistant/opened.ts'

/** The name of the dialog that makes a chatbot of a tab, in the address. */
export const EXPORT_TAB = 'export-tab'

/** Asks before a tab becomes a chatbot, then opens its editor. */
export const ExportTabDialog = lazyDialog(async () => (await import('./later.ts')).loadExport())

/** The entry of the user menu that opens the installation's own chatbot. */
export const AssistantItem = lazyView(async () => (await import('./later.ts')).loadAssistantItem())

/** The installation's own chatbot, in the corner of the page. */
export const Assistant = lazyView(async () => (await import('./later.ts')).loadAssistant())
