// The open find bar is part of the address (`?find=open`), so that any menu can open it.
import { useCallback } from 'react'
import { useParamsOfPage } from './search-params.ts'

export function useFindInChat(): { open: boolean; show(): void; close(): void } {
  const [params, setParams] = useParamsOfPage()
  const set = useCallback(
    (open: boolean) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          if (open) next.set('find', 'open')
          else next.delete('find')
          return next
        },
        { replace: true },
      ),
    [setParams],
  )
  const show = useCallback(() => set(true), [set])
  const close = useCallback(() => set(false), [set])
  return { open: params.has('find'), show, close }
}
