// The copy of the signed-in user in this browser's storage, under the key that `config.json` names.
import { USER_DATA_KEY } from '@polylogue/contract/browser'

interface UserCopy {
  readonly id: number
  readonly name: string
  readonly email: string
}

export function keepUserCopy(user: UserCopy): void {
  try {
    localStorage.setItem(USER_DATA_KEY, JSON.stringify(user))
  } catch {
    // Access to storage is blocked, or it is full.
    return
  }
}

/** Deletes the copy unless it is that of the given user. @throws when access to storage is blocked */
export function forgetUserCopy(storage: Storage, except: number | undefined): void {
  const text = storage.getItem(USER_DATA_KEY)
  if (text !== null && (except === undefined || idOf(text) !== except)) storage.removeItem(USER_DATA_KEY)
}

function idOf(text: string): unknown {
  try {
    return (JSON.parse(text) as Partial<UserCopy> | null)?.id
  } catch {
    return undefined
  }
}
