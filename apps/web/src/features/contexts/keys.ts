/** Under which keys the query cache holds this feature's data. */
export const contextKeys = {
  all: ['contexts'] as const,
}
