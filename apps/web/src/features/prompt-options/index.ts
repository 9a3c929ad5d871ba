// Prompt options: how a tab's model answers (MODEL-6, MODEL-7).
import { lazyDialog } from '#ui/lazy-dialog.tsx'

export { useOptionKinds } from './api.ts'
export { changedOptions } from './options.ts'
export { OptionsButton, useOffersOptions } from './options-button.tsx'
export { savedHere, useDraftOptions } from './draft-options.ts'

/** Name of the dialog in the address. */
export const PROMPT_OPTIONS = 'prompt-options'

/** Edits options that are not stored in a tab. */
export const OptionsDialog = lazyDialog(
  async () => (await import('./prompt-options-dialog.tsx')).OptionsDialog,
)

/** Edits the options of a tab that does not exist yet. */
export const ChoiceOptionsDialog = lazyDialog(
  async () => (await import('./prompt-options-dialog.tsx')).ChoiceOptionsDialog,
)

/** Edits the options of a tab, sent with every prompt. */
export const PromptOptionsDialog = lazyDialog(
  async () => (await import('./prompt-options-dialog.tsx')).PromptOptionsDialog,
)
