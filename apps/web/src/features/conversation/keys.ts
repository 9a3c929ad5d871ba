/** Under which keys the query cache holds this feature's data. */
export const messageKeys = {
  all: ['queries'] as const,
  of: (tabId: number) => ['queries', tabId] as const,
}
