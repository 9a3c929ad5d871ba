/** Under which keys the query cache holds this feature's data. */
export const sessionKeys = {
  sso: ['sso'] as const,
}
