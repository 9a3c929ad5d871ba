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

/** Dialogs about one of many things, whose id stands beside the dialog's name (`?dialog=edit-user&user=4`). */
export interface DialogsOf {
  open: string | null
  /** Of which thing; null when the address names none. */
  id: number | null
  /** Opens a dialog about one of them. */
  show(name: string, id: number): void
  close(): void
}

/** The dialogs of this address about things called `noun`. */
export function useDialogsOf(noun: string): DialogsOf {
  const [params, setParams] = useSearchParams()
  const show = useCallback(
    (name: string, id: number) => setParams((now) => withThing(withDialog(now, name), noun, id)),
    [noun, setParams],
  )
  const close = useCallback(
    () => setParams((now) => withThing(withDialog(now, null), noun, null), { replace: true }),
    [noun, setParams],
  )
  const id = Number(params.get(noun))
  return { open: params.get('dialog'), id: Number.isSafeInteger(id) && id > 0 ? id : null, show, close }
}

function withThing(params: URLSearchParams, noun: string, id: number | null): URLSearchParams {
  if (id === null) params.delete(noun)
  else params.set(noun, String(id))
  return params
}
