/** Returns the address that tests a question. */
export const addressOfTest = (datasourceId: number, q: string): string =>
  `/datasources/${datasourceId}?${new URLSearchParams({ view: 'test', q })}`
