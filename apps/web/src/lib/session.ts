// Who is signed in on this browser: one entry in localStorage, shared by all its tabs.

export interface Session {
  userId: number
  access: string
  refresh: string
  /** When the access token ends, milliseconds since 1970 by this browser's clock. */
  expires: number
  /** Somebody else set the password: nothing but changing it is possible. */
  mustChangePassword?: boolean
}

/** Where the session of this browser is kept. Every tab sees a change; `subscribe` returns what ends it. */
export interface SessionStore {
  get(): Session | null
  set(session: Session | null): void
  /** Empties the store because the person signs out: the other tabs learn that it did not end by itself. */
  leave(): void
  /** Whether an empty store was left by the person, in whichever tab. */
  left(): boolean
  subscribe(listener: () => void): () => void
}

const KEY = 'polylogue.session'
/** Stands there after a person has signed out; a session that ended by itself leaves nothing. */
const LEFT = 'polylogue.left'

/**
 * Whether this browser's person has signed out and nobody signed in since: nothing of theirs is written any more, by a page
 * that is just closing.
 */
export function hasLeft(): boolean {
  try {
    return localStorage.getItem(LEFT) !== null
  } catch {
    return false
  }
}

/** The session in `storage`. Without storage (a browser that forbids it) it lives as long as the page. */
export function createSessionStore(storage: Storage | undefined, target: EventTarget): SessionStore {
  const listeners = new Set<() => void>()
  let text = read(storage, KEY)
  let session = parse(text)
  const tell = () => listeners.forEach((listener) => listener())
  let gone = read(storage, LEFT) !== null
  const take = (next: string | null, nextGone: boolean) => {
    if (next === text && nextGone === gone) return
    text = next
    gone = nextGone
    session = parse(next)
    tell()
  }
  const keep = (next: string | null, nextGone: boolean) => {
    // First why, then that it is gone: other tabs hear of both in this order.
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
      // Another tab may have renewed it a moment ago, before its event arrives here.
      if (storage) look()
      return session
    },
    set: (next) => keep(next && JSON.stringify(next), false),
    leave: () => keep(null, true),
    left: () => gone,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The session that this browser keeps, as it is now; null where nobody is signed in. */
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

// A full or forbidden storage costs the next visit's sign-in, not this one.
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
