export { useTokens } from './api.ts'
export { API_TOKENS, isAboutTokens } from './dialogs.ts'
export { ApiTokensDialog, TokenManagement } from './views.ts'
