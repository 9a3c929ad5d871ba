import type { Provider } from '@polylogue/contract'

/** Error codes after which the server retries every few seconds (must match models/rules.ts of the server). */
const PASSING = ['ENGINE_UNREACHABLE', 'ENGINE_TIMEOUT', 'ENGINE_BUSY', 'ENGINE_RATE_LIMITED']

/**
 * Returns why no host of a provider answers: still unreachable (`awaited`), key rejected, or another reason that the hosts
 * show (`none`).
 */
export function silenceOf(hosts: Provider['hosts']): 'awaited' | 'keyRejected' | 'none' {
  if (hosts.length === 0 || hosts.some(({ ok, checked }) => ok || checked === null)) return 'none'
  const codes = hosts.map(({ errorCode }) => errorCode)
  if (codes.some((code) => code !== null && PASSING.includes(code))) return 'awaited'
  return codes.includes('ENGINE_AUTH') ? 'keyRejected' : 'none'
}
