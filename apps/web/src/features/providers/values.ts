// A provider as it stands in the form, and as it is sent.
import type { Provider } from '@polylogue/contract'
import type { ProviderValues, TestedValues } from './api.ts'

export type Kind = ProviderValues['kind']
export const KINDS: readonly Kind[] = ['ollama', 'openai', 'anthropic']

export interface Typed {
  kind: Kind
  name: string
  /** One a line. */
  addresses: string
  /** Undefined: what is stored stays. */
  apiKey: string | undefined
  isLocal: boolean
  oldServer: boolean
  atOnce: string
}

export const FRESH: Typed = {
  kind: 'ollama',
  name: '',
  addresses: '',
  apiKey: undefined,
  isLocal: true,
  oldServer: false,
  atOnce: '',
}

export const typedOf = (provider: Provider | null): Typed => ({
  kind: KINDS.find((kind) => kind === provider?.kind) ?? 'ollama',
  name: provider?.name ?? '',
  addresses: provider?.hosts.map(({ address }) => address).join('\n') ?? '',
  apiKey: undefined,
  isLocal: provider?.isLocal ?? true,
  oldServer: provider?.oldServer ?? false,
  atOnce: provider?.atOnce ? String(provider.atOnce) : '',
})

export const addressesOf = ({ addresses }: Typed): string[] => [
  ...new Set(
    addresses
      .split(/\s+/)
      .map((address) => address.trim())
      .filter(Boolean),
  ),
]

const MOST_AT_ONCE = 100_000
const MOST_ADDRESSES = 32

/** What is wrong, by field; each is a key of the texts. */
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
  else if (addresses.length > MOST_ADDRESSES) wrong.addresses = 'many'
  else if (!addresses.every(isAddress)) wrong.addresses = 'address'
  else if (addresses.some((address) => new URL(address).username !== '')) wrong.addresses = 'user'
  // It goes into a header, which carries nothing else.
  if (/[^\x21-\x7e]/.test(typed.apiKey ?? '')) wrong.apiKey = 'key'
  const atOnce = Number(typed.atOnce)
  if (typed.atOnce.trim() !== '' && !(Number.isInteger(atOnce) && atOnce >= 1 && atOnce <= MOST_AT_ONCE))
    wrong.atOnce = 'atOnce'
  return wrong
}

const isAddress = (address: string): boolean => /^https?:\/\//i.test(address) && URL.canParse(address)

export const valuesOf = (typed: Typed): ProviderValues => ({
  name: typed.name.trim(),
  kind: typed.kind,
  addresses: addressesOf(typed),
  ...(typed.apiKey === undefined ? {} : { apiKey: typed.apiKey }),
  isLocal: typed.isLocal,
  oldServer: typed.kind === 'ollama' && typed.oldServer,
  atOnce: typed.atOnce.trim() === '' ? null : Number(typed.atOnce),
})

/** What a try needs; `id` is the stored provider's, whose key is then used. */
export const testedOf = (typed: Typed, id: number | undefined): TestedValues => ({
  kind: typed.kind,
  addresses: addressesOf(typed),
  ...(typed.apiKey === undefined ? {} : { apiKey: typed.apiKey }),
  ...(id === undefined ? {} : { id }),
})
