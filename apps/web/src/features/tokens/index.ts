export { API_TOKENS, isAboutTokens } from './dialogs.ts'
export { ApiTokensDialog, TokenManagement } from './views.ts'
