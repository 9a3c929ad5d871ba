/** Query keys of this feature. */
export const binKeys = {
  all: ['bin'] as const,
  list: (q: string) => ['bin', q] as const,
}
