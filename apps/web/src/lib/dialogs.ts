// The open dialog is part of the address (`?dialog=edit-project`): it can be linked to, Back closes it, and so does a change
// of route.
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { useParamsOfPage } from './search-params.ts'

/** Names in the address of dialogs that several features open. */
export const SHARE_LINK = 'share-link'
export const LICENSE_EXPIRED = 'license-expired'

export interface Dialogs {
  open: string | null
  show(name: string): void
  close(): void
}

/** Returns the dialog named in the address, and functions to open and close it. */
export function useDialogs(): Dialogs {
  const [params, setParams] = useParamsOfPage()
  const show = useCallback((name: string) => setParams((now) => withDialog(now, name)), [setParams])
  const close = useCallback(() => setParams((now) => withDialog(now, null), { replace: true }), [setParams])
  return { open: params.get('dialog'), show, close }
}

/** Returns the address of this page with the dialog open, for links. */
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

/** Dialogs about one item of a list, whose id is a second parameter (`?dialog=edit-user&user=4`). */
export interface DialogsOf {
  open: string | null
  /** The id of the item; null when the address has none. */
  id: number | null
  /** Opens a dialog about one item; without an id one that is about none. */
  show(name: string, id?: number): void
  close(): void
}

/** Returns the dialogs for items called `noun`. */
export function useDialogsOf(noun: string): DialogsOf {
  const [params, setParams] = useParamsOfPage()
  const show = useCallback(
    (name: string, id?: number) =>
      setParams((now) => {
        const next = withDialog(now, name)
        return id === undefined ? next : withThing(next, noun, id)
      }),
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
