/** Query keys of this feature. */
export const projectKeys = {
  all: ['projects'] as const,
  lists: ['projects', 'list'] as const,
  activity: (id: number) => ['projects', 'activity', id] as const,
  one: (id: number) => ['projects', id] as const,
}
