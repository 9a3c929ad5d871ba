/** Query keys of this feature. */
export const sessionKeys = {
  sso: ['sso'] as const,
}
