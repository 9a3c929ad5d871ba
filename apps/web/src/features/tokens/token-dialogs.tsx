import type { ApiToken } from '@polylogue/contract'
import { useState } from 'react'
import { useDialogs, useDialogsOf } from '../../lib/dialogs.ts'
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
  /** Where one comes from and goes back to; the page itself unless told. */
  onClosed?: () => void
}

/** What is open of a token is in the address. */
export function TokenDialogs({ scope, tokens, onClosed }: TokenDialogsProps) {
  const { open } = useDialogs()
  const { id, close } = useDialogsOf('token')
  const named = tokens.find((one) => one.id === id) ?? null
  // A dialog that closes still shows what it was about.
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
        opened={shows(EDIT_TOKEN)}
        onClose={leave}
      />
      <DeleteTokenDialog scope={scope} token={token} opened={shows(DELETE_TOKEN)} onClose={leave} />
    </>
  )
}
