import { Problem } from '#problem.ts'

/**
 * Returns the error for an invalid field: `param` is its path in the request (`messages[2].content`), the sentence says what
 * to do.
 */
export function refusal(param: string, sentence: string): Problem {
  const issues = [{ path: param, message: sentence }]
  return new Problem('VALIDATION_FAILED', { issues: `${param}: ${sentence}` }, { issues, sentence })
}

/** A JSON object. */
export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** @throws Problem VALIDATION_FAILED for anything but an object. */
export function fieldsOf(value: unknown, param: string): Fields {
  if (!isFields(value)) throw refusal(param, `${param} must be an object.`)
  return value
}

/** @throws Problem VALIDATION_FAILED for anything but a non-empty string. */
export function nameOf(value: unknown, param: string): string {
  if (typeof value !== 'string' || value === '') throw refusal(param, `${param} must be a text.`)
  return value
}

/** Returns undefined for a missing field. @throws Problem VALIDATION_FAILED for anything but true and false. */
export function flagOf(value: unknown, param: string): boolean | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'boolean') throw refusal(param, `${param} must be true or false.`)
  return value
}
