import { useSession } from '../../features/session/index.ts'
import { markStarted } from '../start.ts'

/**
 * Signs this browser out (shell specification, section 4): the server is told, the tokens are deleted, and the product is opened
 * anew at its root, whether or not the server answers. Nothing of the person stays on this device.
 */
export function useSignOut(): () => Promise<void> {
  const { leave } = useSession()
  return async () => {
    markStarted(false)
    await leave()
    location.assign('/')
  }
}
