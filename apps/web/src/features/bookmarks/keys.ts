/** Query keys of this feature. */
export const bookmarkKeys = {
  gone: ['bookmarks', 'gone'] as const,
  goneOf: (things: readonly string[]) => ['bookmarks', 'gone', things] as const,
  isGone: (thing: string) => ['bookmarks', 'gone', thing] as const,
}
