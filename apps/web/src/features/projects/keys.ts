/** Query keys of this feature. */
export const projectKeys = {
  all: ['projects'] as const,
  lists: ['projects', 'list'] as const,
  one: (id: number) => ['projects', id] as const,
}
