/** Under which keys the query cache holds this feature's data. */
export const paletteKeys = {
  finds: (words: string) => ['finds', words] as const,
}
