// Which dialog is open is in the address (`?dialog=edit-project`): it can be reached, left with Back, and a change of route
// closes it.
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

export interface Dialogs {
  open: string | null
  show(name: string): void
  close(): void
}

/** The dialog of this address. */
export function useDialogs(): Dialogs {
  const [params, setParams] = useSearchParams()
  const show = useCallback((name: string) => setParams((now) => withDialog(now, name)), [setParams])
  const close = useCallback(() => setParams((now) => withDialog(now, null), { replace: true }), [setParams])
  return { open: params.get('dialog'), show, close }
}

/** The address of this page with a dialog open: for links. */
export function useDialogAddress(name: string): string {
  const [params] = useSearchParams()
  return `?${withDialog(params, name)}`
}

function withDialog(params: URLSearchParams, name: string | null): URLSearchParams {
  const next = new URLSearchParams(params)
  if (name === null) next.delete('dialog')
  else next.set('dialog', name)
  return next
}
