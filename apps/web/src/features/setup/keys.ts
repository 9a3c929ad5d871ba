/** Query keys of this feature. */
export const setupKeys = {
  all: ['setup'] as const,
}
