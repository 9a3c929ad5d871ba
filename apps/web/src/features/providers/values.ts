// Converts a provider between form values and request body.
import type { Provider } from '@polylogue/contract'
import { isOwnHost } from '@polylogue/contract/browser'
import type { ProviderValues, TestedValues } from './api.ts'

export type Kind = ProviderValues['kind']
export const KINDS: readonly Kind[] = ['ollama', 'openai', 'anthropic']

export interface Typed {
  kind: Kind
  name: string
  /** One per line. */
  addresses: string
  /** Undefined keeps the stored key. */
  apiKey: string | undefined
  /** Whether prompts stay in the organisation; undefined: as the addresses say. */
  isLocal: boolean | undefined
  oldServer: boolean
  atOnce: string
}

export const FRESH: Typed = {
  kind: 'ollama',
  name: '',
  addresses: '',
  apiKey: undefined,
  isLocal: undefined,
  oldServer: false,
  atOnce: '',
}

export function typedOf(provider: Provider | null): Typed {
  if (!provider) return FRESH
  const typed: Typed = {
    kind: KINDS.find((kind) => kind === provider.kind) ?? 'ollama',
    name: provider.name,
    addresses: provider.hosts.map(({ address }) => address).join('\n'),
    apiKey: undefined,
    isLocal: undefined,
    oldServer: provider.oldServer,
    atOnce: provider.atOnce ? String(provider.atOnce) : '',
  }
  // What differs from the addresses was chosen, and stays when they change.
  return provider.isLocal === isLocalOf(typed) ? typed : { ...typed, isLocal: provider.isLocal }
}

export const addressesOf = ({ addresses }: Typed): string[] => [
  ...new Set(
    addresses
      .split(/\s+/)
      .map((address) => address.trim())
      .filter(Boolean),
  ),
]

/** Whether prompts stay in the organisation: as chosen, else as the addresses say. */
export function isLocalOf(typed: Typed): boolean {
  const addresses = addressesOf(typed).filter((address) => URL.canParse(address))
  if (typed.isLocal !== undefined) return typed.isLocal
  if (addresses.length === 0) return typed.kind !== 'anthropic'
  return addresses.every((address) => isOwnHost(new URL(address).hostname))
}

const MAX_AT_ONCE = 100_000
const MAX_ADDRESSES = 32

/** Validation errors by field, as translation keys. */
export type Wrong = Partial<{
  name: 'name'
  addresses: 'address' | 'noAddress' | 'many' | 'user'
  apiKey: 'key'
  atOnce: 'atOnce'
}>

export function wrongWith(typed: Typed): Wrong {
  const addresses = addressesOf(typed)
  const wrong: Wrong = {}
  if (typed.name.trim() === '') wrong.name = 'name'
  if (addresses.length === 0) wrong.addresses = 'noAddress'
  else if (addresses.length > MAX_ADDRESSES) wrong.addresses = 'many'
  else if (!addresses.every(isAddress)) wrong.addresses = 'address'
  else if (addresses.some((address) => new URL(address).username !== '')) wrong.addresses = 'user'
  // The key is sent in an HTTP header, which allows only these characters.
  if (/[^\x21-\x7e]/.test(typed.apiKey ?? '')) wrong.apiKey = 'key'
  const atOnce = Number(typed.atOnce)
  if (typed.atOnce.trim() !== '' && !(Number.isInteger(atOnce) && atOnce >= 1 && atOnce <= MAX_AT_ONCE))
    wrong.atOnce = 'atOnce'
  return wrong
}

const isAddress = (address: string): boolean => /^https?:\/\//i.test(address) && URL.canParse(address)

export const valuesOf = (typed: Typed): ProviderValues => ({
  name: typed.name.trim(),
  kind: typed.kind,
  addresses: addressesOf(typed),
  ...(typed.apiKey === undefined ? {} : { apiKey: typed.apiKey }),
  isLocal: isLocalOf(typed),
  oldServer: typed.kind === 'ollama' && typed.oldServer,
  atOnce: typed.atOnce.trim() === '' ? null : Number(typed.atOnce),
})

/** Returns the body of a test; with `id` the server uses the stored key of that provider. */
export const testedOf = (typed: Typed, id: number | undefined): TestedValues => ({
  kind: typed.kind,
  addresses: addressesOf(typed),
  ...(typed.apiKey === undefined ? {} : { apiKey: typed.apiKey }),
  ...(id === undefined ? {} : { id }),
})
