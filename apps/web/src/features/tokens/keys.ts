/** Query keys of this feature. */
export const tokenKeys = {
  of: (scope: string) => ['tokens', scope] as const,
}
