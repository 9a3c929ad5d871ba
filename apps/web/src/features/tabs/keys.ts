/** Under which keys the query cache holds this feature's data. */
export const tabKeys = {
  all: ['tabs'] as const,
  of: (projectId: number) => ['tabs', projectId] as const,
}
