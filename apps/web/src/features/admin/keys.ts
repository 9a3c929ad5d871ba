/** Under which keys the query cache holds this feature's data. */
export const adminKeys = {
  help: (topic: string, language: string) => ['admin-help', topic, language] as const,
}
