// Chats whose answers are shown once they are complete instead of while they are written (chat specification, section 4). This
// browser remembers them for each person.
import { useSyncExternalStore } from 'react'

/** A tab, or all tabs of a project that are asked at once. */
export type Chat = `tab-${number}` | `compare-${number}`

const keyOf = (userId: number) => `polylogue.whole.${userId}`
/** The oldest are forgotten: a chat that nobody opens needs no memory. */
const MOST = 500

const listeners = new Set<() => void>()
/** What could not be stored holds as long as the page. */
const unstored = new Map<string, string>()

function read(userId: number): string {
  const key = keyOf(userId)
  try {
    return unstored.get(key) ?? localStorage.getItem(key) ?? ''
  } catch {
    return unstored.get(key) ?? ''
  }
}

/** Remembers whether answers of a chat are shown once they are complete. */
export function setWhole(userId: number, chat: Chat, whole: boolean): void {
  const others = read(userId)
    .split(' ')
    .filter((name) => name !== '' && name !== chat)
  const next = [...others, ...(whole ? [chat] : [])].slice(-MOST).join(' ')
  try {
    localStorage.setItem(keyOf(userId), next)
    unstored.delete(keyOf(userId))
  } catch {
    unstored.set(keyOf(userId), next)
  }
  listeners.forEach((listener) => listener())
}

/** Whether answers of a chat are shown once they are complete, and changing that. */
export function useWhole(userId: number, chat: Chat): [whole: boolean, set: (whole: boolean) => void] {
  const whole = useSyncExternalStore(subscribe, () => read(userId).split(' ').includes(chat))
  return [whole, (next) => setWhole(userId, chat, next)]
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Another window of this browser.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
