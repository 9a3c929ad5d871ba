/** Query keys of this feature. */
export const proposalKeys = {
  of: (language: string) => ['proposals', language] as const,
}
