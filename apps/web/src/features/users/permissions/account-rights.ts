// What the viewer may do with an account on its page; everything but changing names needs full access to the user.
import type { User } from '@polylogue/contract'
import { isWhole, type Seen } from '../use-user.ts'
import { mayDelete, mayEdit, type Grant } from './list-rights.ts'

export interface Rights {
  edit: Grant
  remove: Grant
  /** May see and end the user's sessions. */
  sessions: Grant
  /** May see the user's permissions. */
  permissions: Grant
}

export function rightsOf(viewer: User, seen: Seen, ownToo: boolean): Rights {
  if (!isWhole(seen))
    return { edit: 'notGranted', remove: 'notGranted', sessions: 'notGranted', permissions: 'notGranted' }
  const edit = mayEdit(viewer, seen)
  const manages = viewer.id === seen.id || viewer.permissions.includes('can_manage_users')
  return {
    edit,
    remove: mayDelete(viewer, seen, ownToo),
    sessions: manages ? (edit === 'above' ? 'above' : 'granted') : 'notGranted',
    permissions: edit,
  }
}
