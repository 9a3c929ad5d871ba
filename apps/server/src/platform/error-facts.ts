/** The loggable part of an error. */
export interface ErrorFacts {
  type: string
  message?: string
  code?: string
  at: string
  cause?: ErrorFacts
}

/**
 * Returns the loggable part of an error. Errors with query parameters contain user text, so only type, stack and cause are
 * logged, and never the database's `detail`.
 */
export function errorFacts(error: unknown, depth = 0): ErrorFacts {
  if (!(error instanceof Error)) return { type: typeof error, at: '' }
  const { code, params } = error as { code?: unknown; params?: unknown }
  const places = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  return {
    type: error.name,
    ...(params === undefined ? { message: error.message } : {}),
    ...(typeof code === 'string' ? { code } : {}),
    at: places.slice(0, 12).join('\n'),
    ...(error.cause !== undefined && depth < 4 ? { cause: errorFacts(error.cause, depth + 1) } : {}),
  }
}
