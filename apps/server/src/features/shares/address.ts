// The address of a link: base64url of `{"tabId":…,"key":"…"}` or `{"project":…,"key":"…"}`. Pure.

/** What the address of a link names. */
export type Address = { readonly key: string } & ({ readonly tabId: number } | { readonly project: number })

const KEY = /^[A-Za-z0-9_-]{43}$/
/** More than the longest address has. */
const MOST_CHARACTERS = 200

export function hashOf(address: Address): string {
  const what = 'tabId' in address ? { tabId: address.tabId } : { project: address.project }
  return Buffer.from(JSON.stringify({ ...what, key: address.key })).toString('base64url')
}

export const uriOf = (hash: string): string => `/share/chats/${hash}`

/** Reads an address; undefined for a text that `hashOf` returned for nothing. */
export function readAddress(hash: string): Address | undefined {
  if (hash.length > MOST_CHARACTERS) return undefined
  const address = addressIn(Buffer.from(hash, 'base64url').toString())
  // Each link has one address only.
  return address && hashOf(address) === hash ? address : undefined
}

function addressIn(text: string): Address | undefined {
  try {
    const { tabId, project, key } = (JSON.parse(text) ?? {}) as Record<string, unknown>
    if (typeof key !== 'string' || !KEY.test(key)) return undefined
    if (isId(tabId) && project === undefined) return { tabId, key }
    if (isId(project) && tabId === undefined) return { project, key }
  } catch {
    return undefined
  }
  return undefined
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0
