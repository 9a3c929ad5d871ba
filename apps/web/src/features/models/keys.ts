/** Query keys of this feature. */
export const modelKeys = {
  all: ['models'] as const,
  one: (id: number) => ['models', id] as const,
  allDeployments: ['deployments'] as const,
  deployments: (modelId: number) => ['deployments', modelId] as const,
}
