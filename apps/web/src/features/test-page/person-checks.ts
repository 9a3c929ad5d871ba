// Who is signed in, without their name and address.
import { contract } from '@polylogue/contract/browser'
import type { Api } from '#lib/api.ts'
import type { Session } from '#lib/session.ts'
import type { Check, Outcome, PERSON_CHECKS } from './outcome.ts'

export interface PersonTexts {
  readonly signedOut: string
  readonly passwordDue: string
  /** Signed in, and for how many seconds the token is valid. */
  signedIn(seconds: number): string
}

export function personChecks(
  api: Api,
  session: Session | null,
  texts: PersonTexts,
): Record<(typeof PERSON_CHECKS)[number], Check> {
  const none: Outcome = { state: 'skipped', value: texts.signedOut }
  if (!session) return { session: () => none, role: () => none, permissions: () => none }
  const userOf = async (signal: AbortSignal) => {
    const { data } = await api.call(contract.users.get, { params: { id: session.userId } }, { signal })
    return data.user
  }
  return {
    session: () =>
      session.mustChangePassword
        ? { state: 'warn', value: texts.passwordDue }
        : {
            state: 'ok',
            value: texts.signedIn(Math.max(0, Math.round((session.expires - Date.now()) / 1_000))),
          },
    role: async (signal) => {
      const user = await userOf(signal)
      return { state: 'info', value: 'role' in user ? user.role : '–' }
    },
    permissions: async (signal) => {
      const user = await userOf(signal)
      return { state: 'info', value: 'permissions' in user ? user.permissions.join(', ') : '–' }
    },
  }
}
