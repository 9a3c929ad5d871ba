/** Under which keys the query cache holds this feature's data. */
export const providerKeys = {
  all: ['providers'] as const,
}
