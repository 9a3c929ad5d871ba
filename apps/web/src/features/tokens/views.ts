// Fetched when it is first shown: most people never open it.
import { lazyView } from '../../lib/load-code.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

export const TokenManagement = lazyView(async () => (await import('./token-management.tsx')).TokenManagement)

/** One's own tokens, with all that can be done with them. */
export const ApiTokensDialog = lazyDialog(
  async () => (await import('./api-tokens-dialog.tsx')).ApiTokensDialog,
)
