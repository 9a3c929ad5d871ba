// The copy of the signed-in user in this browser's storage, under the key that `config.json` names.
import { USER_DATA_KEY } from '@polylogue/contract/browser'
import { useEffect } from 'react'
import { fullName } from '../users/names.ts'
import { useViewer } from './api.ts'

/** Stores id, name and e-mail address of the signed-in user, and again when they change. */
export function useUserCopy(): void {
  const { data } = useViewer()
  useEffect(() => {
    if (!data) return
    const { id, email } = data
    try {
      localStorage.setItem(USER_DATA_KEY, JSON.stringify({ id, name: fullName(data), email }))
    } catch {
      // Access to storage is blocked.
      return
    }
  }, [data])
}

/** Deletes the copy unless it is that of the given user. @throws when access to storage is blocked */
export function forgetUserCopy(storage: Storage, except: number | undefined): void {
  const text = storage.getItem(USER_DATA_KEY)
  if (text !== null && (except === undefined || idOf(text) !== except)) storage.removeItem(USER_DATA_KEY)
}

function idOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { id?: unknown } | null)?.id
  } catch {
    return undefined
  }
}
