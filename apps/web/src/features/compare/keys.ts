/** Query keys of this feature. */
export const compareKeys = {
  of: (projectId: number) => ['comparisons', projectId] as const,
  allCompared: ['compared'] as const,
  compared: (compareId: string) => ['compared', compareId] as const,
  movedTab: (id: number) => ['moved-tab', id] as const,
}
