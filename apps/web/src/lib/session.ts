// The session of this browser: one entry in localStorage, shared by all its tabs.
import { AUTH_TOKEN_KEY } from '@polylogue/contract/browser'
import { createChanges } from './store.ts'

export interface Session {
  userId: number
  access: string
  refresh: string
  /** Expiry of the access token, in milliseconds since 1970 by this browser's clock. */
  expires: number
  /** An administrator set the password: only changing it is allowed. */
  mustChangePassword?: boolean
}

/** Stores the session of this browser. Every tab is notified of changes; `subscribe` returns the unsubscribe function. */
export interface SessionStore {
  get(): Session | null
  set(session: Session | null): void
  /** Clears the store on sign-out, so that the other tabs know that the session did not expire. */
  leave(): void
  /** Returns whether the store is empty because the user signed out, in any tab. */
  left(): boolean
  subscribe(listener: () => void): () => void
}

const KEY = AUTH_TOKEN_KEY
/** Set after sign-out; an expired session does not set it. */
const LEFT = 'polylogue.left'

/** Returns whether the user has signed out and nobody has signed in since: a closing page must then store nothing. */
export function hasLeft(): boolean {
  try {
    return localStorage.getItem(LEFT) !== null
  } catch {
    return false
  }
}

/** Creates the session store. Without storage (a browser that forbids it) the session lasts as long as the page. */
export function createSessionStore(storage: Storage | undefined, target: EventTarget): SessionStore {
  const { subscribe, notify } = createChanges()
  let text = read(storage, KEY)
  let session = parse(text)
  let gone = read(storage, LEFT) !== null
  const take = (next: string | null, nextGone: boolean) => {
    if (next === text && nextGone === gone) return
    text = next
    gone = nextGone
    session = parse(next)
    notify()
  }
  const keep = (next: string | null, nextGone: boolean) => {
    // The reason is written before the session is removed: other tabs receive the events in this order.
    write(storage, LEFT, nextGone ? 'true' : null)
    write(storage, KEY, next)
    take(next, nextGone)
  }
  const look = () => take(read(storage, KEY), read(storage, LEFT) !== null)
  target.addEventListener('storage', (event) => {
    const { key } = event as StorageEvent
    if (key === KEY || key === null) look()
  })
  return {
    get() {
      // Another tab may have renewed the session a moment ago, and its event has not arrived yet.
      if (storage) look()
      return session
    },
    set: (next) => keep(next && JSON.stringify(next), false),
    leave: () => keep(null, true),
    left: () => gone,
    subscribe,
  }
}

/** Returns the current session of this browser; null when nobody is signed in. */
export function storedSession(): Session | null {
  try {
    return parse(localStorage.getItem(KEY))
  } catch {
    return null
  }
}

function read(storage: Storage | undefined, key: string): string | null {
  try {
    return storage?.getItem(key) ?? null
  } catch {
    return null
  }
}

// When the storage is full or disabled, the next visit needs a new sign-in; this one continues.
function write(storage: Storage | undefined, key: string, text: string | null): void {
  try {
    if (text === null) storage?.removeItem(key)
    else storage?.setItem(key, text)
  } catch {
    return
  }
}

function parse(text: string | null): Session | null {
  if (text === null) return null
  try {
    const value = JSON.parse(text) as Partial<Session> | null
    const whole =
      typeof value?.userId === 'number' &&
      typeof value.access === 'string' &&
      typeof value.refresh === 'string' &&
      typeof value.expires === 'number'
    return whole ? (value as Session) : null
  } catch {
    return null
  }
}
