// Single sign-on: redirects to the organisation's identity provider, which redirects back to /sign-in/sso with a code.
import { contract } from '@polylogue/contract/browser'
import { useMutation } from '@tanstack/react-query'
import { sessionOf, useApi } from '#lib/api.ts'

/** The redirect URI. */
export const SSO_ADDRESS = '/sign-in/sso'

/** State kept in sessionStorage during the redirect. */
export interface SsoState {
  /** The address that was requested before signing in. */
  from: string
  /** This browser tab was opened to sign in again for another tab, and closes afterwards. */
  closes: boolean
}

interface Kept extends SsoState {
  key: string
}

const ENTRY = 'polylogue.sso'

/** Redirects to the identity provider. */
export function useSsoBegin() {
  const api = useApi()
  return useMutation({
    mutationFn: async (state: SsoState) => {
      const redirectUri = `${location.origin}${SSO_ADDRESS}`
      const { data } = await api.call(contract.auth.ssoBegin, { body: { redirectUri } })
      const kept: Kept = { ...state, key: data.key }
      sessionStorage.setItem(ENTRY, JSON.stringify(kept))
      location.assign(data.url)
    },
  })
}

/**
 * Exchanges the code of the identity provider for a session, and returns the stored state. The caller must still begin the
 * session.
 */
export function useSsoFinish() {
  const api = useApi()
  return useMutation({
    mutationFn: async (callback: string) => {
      const kept = takeKept()
      const body = { key: kept?.key ?? 'none', callback }
      const { data, meta } = await api.call(contract.auth.ssoFinish, { body })
      return { session: sessionOf(data, meta), state: kept }
    },
  })
}

/** Can be used once, like the code. */
function takeKept(): Kept | null {
  try {
    const text = sessionStorage.getItem(ENTRY)
    sessionStorage.removeItem(ENTRY)
    return text === null ? null : (JSON.parse(text) as Kept)
  } catch {
    return null
  }
}
