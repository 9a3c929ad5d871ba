/** Query keys of this feature. */
export const labelKeys = {
  all: ['labels'] as const,
  of: (kind: 'categories' | 'tags') => ['labels', kind] as const,
}
