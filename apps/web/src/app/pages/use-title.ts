import { useEffect } from 'react'
import { useAppName } from '../../lib/config.ts'

/** What the browser's tab and its history call this page. */
export function useTitle(title: string): void {
  const app = useAppName()
  useEffect(() => {
    document.title = title ? `${title} · ${app}` : app
  }, [app, title])
}
