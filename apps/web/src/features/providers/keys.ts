/** Query keys of this feature. */
export const providerKeys = {
  all: ['providers'] as const,
}
