/** Query keys of this feature. */
export const translateKeys = {
  languages: (language: string) => ['translate', 'languages', language] as const,
}
