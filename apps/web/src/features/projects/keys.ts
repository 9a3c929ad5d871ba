/** Query keys of this feature. */
export const projectKeys = {
  all: ['projects'] as const,
  lists: ['projects', 'list'] as const,
  /** Not below `lists`: questions change these, and not what is archived. */
  archived: (userId: number) => ['projects', 'archived', userId] as const,
  activity: (id: number) => ['projects', 'activity', id] as const,
  one: (id: number) => ['projects', id] as const,
}
