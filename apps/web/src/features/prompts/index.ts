import { lazyView } from '#lib/load-code.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'

export { PLAIN_OUTPUT } from './plain-output.ts'
export { SlashPrompts } from './slash/slash-prompts.tsx'
export type { PickedPrompt } from './pick/pick-dialog.tsx'
export type { TickedPrompts } from './saved-ticks.tsx'

/** The saved prompts that were run in a project. */
export const PromptsUsed = lazyView(async () => (await import('./used/prompts-used.tsx')).PromptsUsed)

/** Saved prompts with checkboxes, for a replay. */
export const SavedTicks = lazyView(async () => (await import('./saved-ticks.tsx')).SavedTicks)

/** Chooses a saved prompt and fills it in. */
export const PickPromptDialog = lazyDialog(
  async () => (await import('./pick/pick-dialog.tsx')).PickPromptDialog,
)

/** Fills in a text with placeholders, such as that of a prompt idea. */
export const FillPromptDialog = lazyDialog(
  async () => (await import('./execute/insert-dialog.tsx')).InsertDialog,
)
