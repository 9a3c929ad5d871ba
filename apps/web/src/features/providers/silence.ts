import type { Provider } from '@polylogue/contract'

/** Failures after which the server asks again every few seconds (models/rules.ts there). */
const PASSING = ['ENGINE_UNREACHABLE', 'ENGINE_TIMEOUT', 'ENGINE_BUSY', 'ENGINE_RATE_LIMITED']

/** Why no host of a provider answers: it may soon, it refuses the key, or something else is wrong, which its hosts say. */
export function silenceOf(hosts: Provider['hosts']): 'awaited' | 'keyRejected' | 'none' {
  if (hosts.length === 0 || hosts.some(({ ok, checked }) => ok || checked === null)) return 'none'
  const codes = hosts.map(({ errorCode }) => errorCode)
  if (codes.some((code) => code !== null && PASSING.includes(code))) return 'awaited'
  return codes.includes('ENGINE_AUTH') ? 'keyRejected' : 'none'
}
