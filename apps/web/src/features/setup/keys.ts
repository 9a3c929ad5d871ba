/** Under which keys the query cache holds this feature's data. */
export const setupKeys = {
  all: ['setup'] as const,
}
