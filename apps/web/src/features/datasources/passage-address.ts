/** Returns the address of a document, at a span of its text; answers link to it, too. */
export const addressOfPassage = (
  datasourceId: number,
  mediaId: number,
  { from, to }: { from: number; to: number },
): string => `/datasources/${datasourceId}/media/${mediaId}?from=${from}&to=${to}`
