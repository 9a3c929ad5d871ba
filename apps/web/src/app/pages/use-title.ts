import { useEffect } from 'react'
import { useAppName } from '#lib/config.ts'

/** Sets the title of the browser tab and the history entry. */
export function useTitle(title: string): void {
  const app = useAppName()
  useEffect(() => {
    document.title = title ? `${title} · ${app}` : app
  }, [app, title])
}
