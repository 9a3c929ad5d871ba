import { MOST_ISSUES, withoutNulls, type Call, type CallInput } from '@polylogue/contract'
import { Problem, type Issue } from '#problem.ts'

/** The parts of a request that a call describes, not yet validated. */
export interface Unchecked {
  params: unknown
  query: unknown
  body: unknown
}

const PARTS = [
  ['params', 'params'],
  ['query', 'query'],
  ['body', 'bodySchema'],
] as const

/**
 * Returns the validated parts of a request: converted, with defaults, without unknown fields.
 * @throws Problem VALIDATION_FAILED with path and message of every issue; never repeats a value
 */
export function validate(call: Call, unchecked: Unchecked): CallInput<Call> {
  const checked: Record<string, unknown> = {}
  const issues: Issue[] = []
  for (const [part, schema] of PARTS) {
    // Bytes have no schema: the call says how many it takes.
    if (part === 'body' && unchecked.body instanceof Uint8Array) {
      checked[part] = unchecked.body
      continue
    }
    const result = call[schema] && read(call[schema], unchecked[part])
    if (result?.success) checked[part] = result.data
    if (part === 'params') issues.push(...oddNumbers(unchecked.params, result?.data))
    for (const issue of result?.error?.issues ?? [])
      if (issues.length < MOST_ISSUES)
        issues.push({ path: [part, ...issue.path.map(String)].join('.'), message: issue.message })
  }
  if (issues.length > 0) throw invalid(issues)
  return checked as unknown as CallInput<Call>
}

/** A null for an optional field counts as absent, unless it has a meaning there; requests without such nulls are read once. */
function read(schema: NonNullable<Call['bodySchema']>, value: unknown) {
  const first = schema.safeParse(value)
  if (first.success) return first
  const rest = withoutNulls(schema, value)
  return rest === value ? first : schema.safeParse(rest)
}

/** Numbers in a URL have one spelling: 1e3, 0x10 or +1 would be further URLs of the same resource. */
function oddNumbers(sent: unknown, read: unknown): Issue[] {
  const written = new Map<string, unknown>(Object.entries(sent ?? {}))
  return Object.entries(read ?? {})
    .filter(([name, value]) => typeof value === 'number' && String(value) !== String(written.get(name)))
    .map(([name]) => ({ path: `params.${name}`, message: 'must be a whole number in digits' }))
}

function invalid(issues: readonly Issue[]): Problem {
  const sentence = issues.map(({ path, message }) => `${path}: ${message}`).join('; ')
  return new Problem('VALIDATION_FAILED', { issues: sentence }, { issues })
}
