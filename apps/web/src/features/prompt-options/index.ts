// Prompt options: how a tab's model answers (chat specification, sections 2, 5 and 9; reading 7).
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

export { useOptionKinds } from './api.ts'
export { changedOptions } from './options.ts'

/** The name of the dialog in the address. */
export const PROMPT_OPTIONS = 'prompt-options'

/** Changes options that are kept elsewhere than in a tab. */
export const OptionsDialog = lazyDialog(
  async () => (await import('./prompt-options-dialog.tsx')).OptionsDialog,
)

/** Changes the options that go with every prompt of a tab. */
export const PromptOptionsDialog = lazyDialog(
  async () => (await import('./prompt-options-dialog.tsx')).PromptOptionsDialog,
)
