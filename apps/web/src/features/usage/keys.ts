/** Query keys of this feature. */
export const usageKeys = {
  of: (userId: number, days: number) => ['usage', userId, days] as const,
}
