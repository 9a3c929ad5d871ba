/** Query keys of this feature. */
export const adminKeys = {
  help: (topic: string, language: string) => ['admin-help', topic, language] as const,
}
