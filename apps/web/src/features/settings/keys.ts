/** Under which keys the query cache holds this feature's data. */
export const settingsKeys = {
  license: (userId: number) => ['license', userId] as const,
  of: (userId: number) => ['settings', userId] as const,
}
