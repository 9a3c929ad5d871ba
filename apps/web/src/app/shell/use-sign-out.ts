import { useSession } from '#features/session/index.ts'
import { markStarted } from '../start.ts'

/**
 * Signs this browser out (SIGNIN-16): notifies the server, deletes the tokens and all local user data,
 * and reloads the product at its root, whether or not the server responds.
 */
export function useSignOut(): () => Promise<void> {
  const { leave } = useSession()
  return async () => {
    markStarted(false)
    await leave()
    location.assign('/')
  }
}
