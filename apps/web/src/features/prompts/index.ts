import { lazyView } from '../../lib/load-code.ts'

export { PromptDialogs } from './dialogs.tsx'
export { SlashPrompts } from './slash/index.ts'

/** The saved prompts as a section of the side panel. */
export const PromptSection = lazyView(async () => (await import('./list/section.tsx')).PromptSection)
