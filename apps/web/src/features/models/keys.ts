/** Under which keys the query cache holds this feature's data. */
export const modelKeys = {
  all: ['models'] as const,
  one: (id: number) => ['models', id] as const,
  allDeployments: ['deployments'] as const,
  deployments: (modelId: number) => ['deployments', modelId] as const,
}
