import { lazyView } from '../../lib/load-code.ts'

export { PromptDialogs } from './dialogs.tsx'
export { SlashPrompts } from './slash/index.ts'
export { useCanUsePrompts } from './permission.ts'
export type { TickedPrompts } from './saved-ticks.tsx'

/** The saved prompts as a section of the side panel. */
export const PromptSection = lazyView(async () => (await import('./list/section.tsx')).PromptSection)

/** Saved prompts with checkboxes, for a replay. */
export const SavedTicks = lazyView(async () => (await import('./saved-ticks.tsx')).SavedTicks)
