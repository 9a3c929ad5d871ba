// Signing in through the organisation's identity provider: this page goes there, and comes back to /sign-in/sso with a code.
import { contract } from '@polylogue/contract/browser'
import { useMutation } from '@tanstack/react-query'
import { sessionOf, useApi } from '../../lib/api.ts'

/** Where the identity provider sends the browser back to. */
export const SSO_ADDRESS = '/sign-in/sso'

/** What this tab of the browser remembers while it is at the identity provider. */
export interface SsoWish {
  /** The address that was wanted. */
  from: string
  /** This tab was opened to sign in again for another one, and closes. */
  closes: boolean
}

interface Kept extends SsoWish {
  key: string
}

const ENTRY = 'polylogue.sso'

/** Goes to the identity provider. */
export function useSsoBegin() {
  const api = useApi()
  return useMutation({
    mutationFn: async (wish: SsoWish) => {
      const redirectUri = `${location.origin}${SSO_ADDRESS}`
      const { data } = await api.call(contract.auth.ssoBegin, { body: { redirectUri } })
      const kept: Kept = { ...wish, key: data.key }
      sessionStorage.setItem(ENTRY, JSON.stringify(kept))
      location.assign(data.url)
    },
  })
}

/** Trades what the identity provider sent back for a session, which is still to be begun, and the wish it was for. */
export function useSsoFinish() {
  const api = useApi()
  return useMutation({
    mutationFn: async (callback: string) => {
      const kept = takeKept()
      const body = { key: kept?.key ?? 'none', callback }
      const { data, meta } = await api.call(contract.auth.ssoFinish, { body })
      return { session: sessionOf(data, meta), wish: kept }
    },
  })
}

/** Works once, as the code does. */
function takeKept(): Kept | null {
  try {
    const text = sessionStorage.getItem(ENTRY)
    sessionStorage.removeItem(ENTRY)
    return text === null ? null : (JSON.parse(text) as Kept)
  } catch {
    return null
  }
}
