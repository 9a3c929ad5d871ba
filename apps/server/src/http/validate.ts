import type { Call, CallInput } from '@polylogue/contract'
import { Problem, type Issue } from '../problem.ts'

/** What of a request a call describes, before it is checked. */
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

/** So many findings are told; a body that is wrong everywhere does not make a long answer. */
const TOLD = 20

/**
 * The parts of a request as the call's schemas make them: converted, with defaults, without unknown fields.
 * @throws Problem VALIDATION_FAILED with every finding's path and message, which never repeats a value.
 */
export function validate(call: Call, unchecked: Unchecked): CallInput<Call> {
  const checked: Record<string, unknown> = {}
  const issues: Issue[] = []
  for (const [part, schema] of PARTS) {
    const result = call[schema]?.safeParse(unchecked[part])
    if (result?.success) checked[part] = result.data
    if (part === 'params') issues.push(...oddNumbers(unchecked.params, result?.data))
    for (const issue of result?.error?.issues ?? [])
      if (issues.length < TOLD)
        issues.push({ path: [part, ...issue.path.map(String)].join('.'), message: issue.message })
  }
  if (issues.length > 0) throw invalid(issues)
  return checked as unknown as CallInput<Call>
}

/** A number in an address is written in one way: not as 1e3, 0x10 or +1, which would be other addresses of the same thing. */
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
