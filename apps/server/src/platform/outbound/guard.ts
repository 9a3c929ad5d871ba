// Decides where users' URLs may lead: to public addresses, and to the hosts that the configuration allows (OUTBOUND-2, -7).
import { isIP } from 'node:net'
import { isOwnHost } from '@polylogue/contract'
import { privateAddresses, type AddressPolicy } from './address.ts'
import { isInRange, isNamed, parseAllowedHost, type AllowedHost } from './allowed-hosts.ts'

interface Target {
  /** Without brackets and the final dot. */
  readonly host: string
  readonly port: number
}

export interface Guard {
  /** Before a look-up: whether some address of this host could be connected to at this port. */
  mayUse(host: string, port: number): boolean
  /** Whether a resolved address of the host may be connected to. */
  allows(address: string, target: Target): boolean
  /** Whether the host is private as it is written, and nothing allows it. Makes no look-up, so it tells nothing of the network. */
  isRefused(target: Target): boolean
  /** Whether an entry of the configuration names the host, as it is written. */
  isListed(host: string): boolean
}

export interface GuardOptions {
  /** What may be connected to at the usual ports. */
  readonly policy: AddressPolicy
  readonly ports: readonly number[]
  /** Entries of the configuration, which may change. */
  readonly allowedHosts?: () => readonly string[]
  readonly forbid?: readonly string[] | undefined
}

/** Returns the parsed entries, and parses them only when they changed. */
function remembered(allowedHosts: () => readonly string[]): () => AllowedHost[] {
  let known: readonly string[] | undefined
  let entries: AllowedHost[] = []
  return () => {
    const now = allowedHosts()
    if (now !== known) {
      entries = now.map(parseAllowedHost)
      known = now
    }
    return entries
  }
}

export function openGuard({ policy, ports, allowedHosts = () => [], forbid }: GuardOptions): Guard {
  const entries = remembered(allowedHosts)
  const inner = privateAddresses(forbid)
  const ofPort = (port: number) =>
    entries().filter((entry) => (entry.port === undefined ? ports.includes(port) : entry.port === port))
  /** A name may resolve into any range. */
  const mayBeListed = (host: string, port: number) =>
    ofPort(port).some(
      (entry) => isNamed(entry, host) || (isIP(host) === 0 ? 'range' in entry : isInRange(entry, host)),
    )
  const allows = (address: string, { host, port }: Target) => {
    if (ports.includes(port) && policy.allows(address)) return true
    const ordinary = policy.allows(address) || inner.allows(address)
    return ofPort(port).some((entry) => {
      if (isNamed(entry, host)) return ordinary
      if (!isInRange(entry, address)) return false
      // Loopback, metadata and this machine's own addresses are allowed one by one, never by a name or a range.
      return ordinary || ('isSingle' in entry && entry.isSingle && entry.port !== undefined)
    })
  }
  const mayUse = (host: string, port: number) => ports.includes(port) || mayBeListed(host, port)
  return {
    mayUse,
    allows,
    isRefused({ host, port }) {
      if (!mayUse(host, port)) return true
      if (isIP(host) !== 0) return !allows(host, { host, port })
      return isOwnHost(host) && !mayBeListed(host, port)
    },
    isListed: (host) =>
      entries().some((entry) => isNamed(entry, host) || (isIP(host) !== 0 && isInRange(entry, host))),
  }
}
