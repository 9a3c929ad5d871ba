/** Query keys of this feature. */
export const tabKeys = {
  all: ['tabs'] as const,
  of: (projectId: number) => ['tabs', projectId] as const,
}
