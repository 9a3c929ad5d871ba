/** Under which keys the query cache holds this feature's data. */
export const projectKeys = {
  all: ['projects'] as const,
  lists: ['projects', 'list'] as const,
  one: (id: number) => ['projects', id] as const,
}
