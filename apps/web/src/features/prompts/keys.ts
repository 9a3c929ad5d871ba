/** Query keys of this feature. */
export const promptKeys = {
  all: ['prompts'] as const,
  lists: ['prompts', 'list'] as const,
  one: (id: number) => ['prompts', 'one', id] as const,
  versions: (id: number) => ['prompts', 'versions', id] as const,
  outputs: ['prompts', 'outputs'] as const,
  contexts: ['prompts', 'contexts'] as const,
}
