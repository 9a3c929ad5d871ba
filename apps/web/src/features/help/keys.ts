/** Under which keys the query cache holds this feature's data. */
export const helpKeys = {
  topic: (topic: string, language: string) => ['help', topic, language] as const,
  topics: (language: string) => ['help', language] as const,
}
