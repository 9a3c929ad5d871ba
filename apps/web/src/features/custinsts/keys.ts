/** Query keys of this feature. */
export const custInstKeys = {
  all: ['custinsts'] as const,
}
