/** Query keys of this feature. */
export const auditKeys = {
  all: ['audit'] as const,
}
