/** Query keys of this feature. */
export const systemKeys = {
  all: ['system'] as const,
}
