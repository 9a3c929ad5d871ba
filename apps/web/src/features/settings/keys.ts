/** Query keys of this feature. */
export const settingsKeys = {
  license: (userId: number) => ['license', userId] as const,
  all: ['settings'] as const,
  of: (userId: number) => ['settings', userId] as const,
}
