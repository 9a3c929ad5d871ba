// Chats that show answers when complete instead of streaming them (PAGE-6). Stored in this browser
// for each user.
import { createChanges, useStore } from './store.ts'

/** One tab, or a comparison of all tabs of a project. */
export type Chat = `tab-${number}` | `compare-${number}`

const keyOf = (userId: number) => `polylogue.whole.${userId}`
/** Keeps only the newest entries. */
const MAX = 500

// Both of the browser, like its storage, whose keys name the user.
const changes = createChanges()
/** Fallback for values that could not be stored; lasts as long as the page. */
const unstored = new Map<string, string>()

function read(userId: number): string {
  const key = keyOf(userId)
  try {
    return unstored.get(key) ?? localStorage.getItem(key) ?? ''
  } catch {
    return unstored.get(key) ?? ''
  }
}

/** Stores whether a chat shows answers only when complete. */
export function setWhole(userId: number, chat: Chat, whole: boolean): void {
  const others = read(userId)
    .split(' ')
    .filter((name) => name !== '' && name !== chat)
  const next = [...others, ...(whole ? [chat] : [])].slice(-MAX).join(' ')
  try {
    localStorage.setItem(keyOf(userId), next)
    unstored.delete(keyOf(userId))
  } catch {
    unstored.set(keyOf(userId), next)
  }
  changes.notify()
}

/** Returns whether a chat shows answers only when complete, and a setter. */
export function useWhole(userId: number, chat: Chat): [whole: boolean, set: (whole: boolean) => void] {
  const whole = useStore({ subscribe, get: () => read(userId).split(' ').includes(chat) })
  return [whole, (next) => setWhole(userId, chat, next)]
}

function subscribe(listener: () => void): () => void {
  const leave = changes.subscribe(listener)
  // Changes from another window of this browser.
  window.addEventListener('storage', listener)
  return () => {
    leave()
    window.removeEventListener('storage', listener)
  }
}
