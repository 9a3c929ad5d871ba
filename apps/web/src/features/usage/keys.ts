/** Under which keys the query cache holds this feature's data. */
export const usageKeys = {
  of: (userId: number, days: number) => ['usage', userId, days] as const,
}
