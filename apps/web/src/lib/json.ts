// Reads JSON whose content is not guaranteed. Pure.

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

export const asList = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : []
