import { useEffect } from 'react'
import { APP_NAME } from '../app-name.ts'

/** What the browser's tab and its history call this page. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${APP_NAME}` : APP_NAME
  }, [title])
}
