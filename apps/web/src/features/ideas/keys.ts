/** Query keys of this feature. */
export const ideaKeys = {
  all: ['ideas'] as const,
  page: (asked: object) => ['ideas', asked] as const,
}
