/** Query keys of this feature. */
export const helpKeys = {
  topic: (topic: string, language: string) => ['help', topic, language] as const,
  topics: (language: string) => ['help', language] as const,
}
