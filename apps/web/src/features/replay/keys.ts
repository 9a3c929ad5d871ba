/** Query keys of this feature. */
export const replayKeys = {
  all: ['replay'] as const,
  of: (tabId: number) => ['replay', tabId] as const,
}
