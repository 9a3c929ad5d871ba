// What one may do with the account of a page; of others everything but their names needs to see them in full.
import type { User } from '@polylogue/contract'
import { isWhole, type Seen } from '../use-user.ts'
import { mayDelete, mayEdit, type Grant } from './list-rights.ts'

export interface Rights {
  edit: Grant
  remove: Grant
  /** To see and end where somebody is signed in. */
  sessions: Grant
  /** To see what somebody may do. */
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
