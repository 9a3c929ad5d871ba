/** Query keys of this feature. */
export const contextKeys = {
  all: ['contexts'] as const,
}
