/** Under which keys the query cache holds this feature's data. */
export const tokenKeys = {
  of: (scope: string) => ['tokens', scope] as const,
}
