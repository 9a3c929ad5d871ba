// Judges the addresses that people add, by their text alone: nothing is looked up, so the answer tells nothing of the network.
import type { Outbound } from '#platform/outbound/index.ts'
import { Problem } from '#problem.ts'
import { addressOf } from './rules.ts'

/** Returns the canonical form of an address. @throws Problem ADDRESS_NOT_ALLOWED for one that is never fetched */
export function requireAllowed(outbound: Pick<Outbound, 'judge'>, url: string): string {
  const judged = outbound.judge(addressOf(url).url)
  if (judged?.isAllowed) return judged.href
  const issues = [{ path: 'url', message: 'this server only fetches public addresses' }]
  throw new Problem('ADDRESS_NOT_ALLOWED', {}, { issues })
}
