/** Query keys of this feature. */
export const messageKeys = {
  all: ['queries'] as const,
  of: (tabId: number) => ['queries', tabId] as const,
}
