import { lazyView } from '#lib/load-code.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'

export { useTokens } from './api.ts'
export { API_TOKENS, isAboutTokens } from './dialogs.ts'

// Lazy-loaded: most users never open it.
export const TokenManagement = lazyView(async () => (await import('./token-management.tsx')).TokenManagement)

/** The user's API tokens and their dialogs. */
export const ApiTokensDialog = lazyDialog(
  async () => (await import('./api-tokens-dialog.tsx')).ApiTokensDialog,
)
