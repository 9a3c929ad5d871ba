import type { ApiToken } from '@polylogue/contract'
import { useState } from 'react'
import { useDialogs, useDialogsOf } from '#lib/dialogs.ts'
import type { Scope } from './api.ts'
import {
  DELETE_TOKEN,
  DeleteTokenDialog,
  EDIT_TOKEN,
  EditTokenDialog,
  NEW_TOKEN,
  NewTokenDialog,
} from './dialogs.ts'

interface TokenDialogsProps {
  scope: Scope
  tokens: readonly ApiToken[]
  /** Opens the previous dialog; by default the dialog closes and the page remains. */
  onClosed?: () => void
}

/** The URL holds the open token dialog and its token. */
export function TokenDialogs({ scope, tokens, onClosed }: TokenDialogsProps) {
  const { open } = useDialogs()
  const { id, close } = useDialogsOf('token')
  const named = tokens.find((one) => one.id === id) ?? null
  // Keeps the last token while the dialog closes, so that the fade-out still shows it.
  const [last, setLast] = useState(named)
  if (named !== null && named !== last) setLast(named)
  const token = named ?? last
  const leave = onClosed ?? close
  const shows = (name: string) => open === name && named !== null
  return (
    <>
      <NewTokenDialog scope={scope} opened={open === NEW_TOKEN} onClose={leave} />
      <EditTokenDialog
        key={`edit-${token?.id}`}
        scope={scope}
        token={token}
        // Stays open when the token leaves the loaded list: the user may be typing.
        opened={token?.id === id && open === EDIT_TOKEN}
        onClose={leave}
      />
      <DeleteTokenDialog scope={scope} token={token} opened={shows(DELETE_TOKEN)} onClose={leave} />
    </>
  )
}
