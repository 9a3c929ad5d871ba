/** Query keys of this feature. A review is not among the lists: a text that is being read must not change. */
export const publicationKeys = {
  lists: ['publications', 'lists'] as const,
  one: (id: number) => ['publications', 'one', id] as const,
}
