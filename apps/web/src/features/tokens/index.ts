import { lazyDialog } from '#ui/lazy-dialog.tsx'

export { useTokens } from './api.ts'
export { API_TOKENS, isAboutTokens } from './dialogs.ts'

/** The user's API tokens and their dialogs. */
export const ApiTokensDialog = lazyDialog(
  async () => (await import('./api-tokens-dialog.tsx')).ApiTokensDialog,
)
