/** Under which keys the query cache holds this feature's data. */
export const auditKeys = {
  all: ['audit'] as const,
}
