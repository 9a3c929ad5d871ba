/** Under which keys the query cache holds this feature's data. */
export const replayKeys = {
  all: ['replay'] as const,
  of: (tabId: number) => ['replay', tabId] as const,
}
