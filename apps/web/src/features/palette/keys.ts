/** Query keys of this feature. */
export const paletteKeys = {
  finds: (words: string) => ['finds', words] as const,
}
