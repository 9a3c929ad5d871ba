// Pure decisions about providers: the response, and the hosts that a key may be sent to.
import { PROVIDER_KINDS, type Provider as ToldProvider, type ProviderHealth } from '@polylogue/contract'
import { Problem } from '#problem.ts'

export interface ProviderFacts {
  readonly id: number
  readonly typeId: number
  readonly kind: string
  readonly name: string
  readonly baseUrl: string | null
  readonly otherUrls: readonly string[]
  readonly apiKey: string | null
  readonly isLocal: boolean
  readonly oldServer: boolean
  readonly atOnce: number | null
  readonly source: string
  readonly created: Date
  readonly modified: Date
}

interface Answered {
  readonly ok: boolean
  readonly version: string | null
  readonly problem: Problem | undefined
  readonly checked: Date
}

/** Maps a provider to the response, without its key. */
export function toProviderResponse(
  facts: ProviderFacts,
  now: {
    readonly health: (address: string) => Answered | undefined
    readonly can: ToldProvider['can']
    readonly numModels: number
  },
): ToldProvider {
  return {
    id: facts.id,
    name: facts.name,
    kind: PROVIDER_KINDS.find((kind) => kind === facts.kind) ?? 'openai',
    providerId: facts.typeId,
    hosts: addressesOf(facts).map((address) => toHostResponse(address, now.health(address))),
    isLocal: facts.isLocal,
    hasKey: facts.apiKey !== null,
    oldServer: facts.oldServer,
    atOnce: facts.atOnce,
    source: sourceOf(facts.source),
    can: now.can,
    numModels: now.numModels,
    created: facts.created.toISOString(),
    modified: facts.modified.toISOString(),
  }
}

function sourceOf(source: string): ToldProvider['source'] {
  return source === 'built-in' || source === 'environment' ? source : 'configured'
}

export function toHostResponse(
  address: string,
  answered: Answered | undefined,
): ToldProvider['hosts'][number] {
  const health: ProviderHealth = {
    ok: answered?.ok ?? false,
    version: answered?.version ?? null,
    errorCode: answered?.problem?.code ?? null,
    errorMessage: answered?.problem?.message ?? null,
  }
  return { ...health, address, checked: answered?.checked.toISOString() ?? null }
}

export function addressesOf(facts: Pick<ProviderFacts, 'baseUrl' | 'otherUrls'>): string[] {
  return facts.baseUrl === null ? [] : [facts.baseUrl, ...facts.otherUrls]
}

/** Returns addresses in their canonical form, without duplicates. */
export function keptAddresses(addresses: readonly string[]): [string, ...string[]] {
  const [first = '', ...others] = new Set(
    addresses.map((address) => new URL(address).href.replace(/(?<!\/)\/+$/, '')),
  )
  return [first, ...others]
}

/** Whether a key entered for some addresses may be sent to another: only to the same host with the same protocol. */
export function mayHaveKey(address: string, enteredFor: readonly string[]): boolean {
  const { origin } = new URL(address)
  return enteredFor.some((known) => new URL(known).origin === origin)
}

/** @throws Problem PERMISSION_DENIED for a provider that cannot be changed here. */
export function requireChangeable({ source, name }: Pick<ProviderFacts, 'source' | 'name'>): void {
  if (source === 'configured') return
  const sentence =
    source === 'built-in'
      ? 'This provider is part of the product and stays as it is.'
      : `${name} is named in the server’s configuration. Change it there.`
  throw new Problem('PERMISSION_DENIED', {}, { sentence })
}

/** @throws Problem VALIDATION_FAILED that names one field of the request. */
export function refuse(path: string, message: string): never {
  throw new Problem('VALIDATION_FAILED', { issues: `${path}: ${message}` }, { issues: [{ path, message }] })
}

/** @throws Problem PROVIDER_TAKEN when a connected provider of this kind has one of the addresses. */
export function requireFree(
  addresses: readonly string[],
  others: readonly Pick<ProviderFacts, 'id' | 'baseUrl' | 'otherUrls' | 'source'>[],
): void {
  const taken = others.filter(({ source }) => source !== 'retired').flatMap(addressesOf)
  if (addresses.some((address) => taken.includes(address))) throw new Problem('PROVIDER_TAKEN')
}
