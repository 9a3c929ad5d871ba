/** Under which keys the query cache holds this feature's data. */
export const proposalKeys = {
  of: (language: string) => ['proposals', language] as const,
}
