// Prompt options: how a tab's model answers (chat specification, sections 2, 5 and 9; reading 7).
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

export { useOptionKinds } from './api.ts'
export { changedOptions } from './options.ts'

/** The name of the dialog in the address. */
export const PROMPT_OPTIONS = 'prompt-options'

/** Changes the options that go with every prompt of a tab. */
export const PromptOptionsDialog = lazyDialog(
  async () => (await import('./prompt-options-dialog.tsx')).PromptOptionsDialog,
)
