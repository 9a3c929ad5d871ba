import type { User } from '@polylogue/contract'
import { useState } from 'react'
import { useConfig } from '#lib/config.ts'
import { useDialogsOf } from '#lib/dialogs.ts'
import { useSession } from '#features/session/index.ts'
import { DELETE_USER, DeleteUserDialog, EDIT_USER, EditUserDialog } from '../dialogs.ts'
import { mayDelete, mayEdit } from '../permissions/list-rights.ts'

/** The URL holds the open user dialog and its user. */
export function PersonDialogs({ viewer, people }: { viewer: User; people: readonly User[] }) {
  const { open, id, close } = useDialogsOf('user')
  const { allowDeleteOwnProfile } = useConfig()
  const { leave } = useSession()
  const named = people.find((person) => person.id === id) ?? null
  // Keeps the last user while the dialog closes, so that the fade-out still shows them.
  const [last, setLast] = useState(named)
  if (named !== null && named !== last) setLast(named)
  const user = named ?? last
  if (!user) return null
  const own = user.id === viewer.id
  const of = { user, own, onClose: close }
  const shows = (name: string) => named !== null && open === name
  return (
    <>
      <EditUserDialog
        {...of}
        key={`edit-${user.id}`}
        // Stays open when the person leaves the loaded list: the user may be typing.
        opened={user.id === id && open === EDIT_USER && mayEdit(viewer, user) === 'granted'}
      />
      <DeleteUserDialog
        {...of}
        key={`delete-${user.id}`}
        opened={shows(DELETE_USER) && mayDelete(viewer, user, allowDeleteOwnProfile) === 'granted'}
        onDeleted={own ? () => void leave() : close}
      />
    </>
  )
}
