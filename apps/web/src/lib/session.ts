// Who is signed in on this browser: one entry in localStorage, shared by all its tabs.

export interface Session {
  userId: number
  access: string
  refresh: string
  /** When the access token ends, milliseconds since 1970 by this browser's clock. */
  expires: number
}

/** Where the session of this browser is kept. Every tab sees a change; `subscribe` returns what ends it. */
export interface SessionStore {
  get(): Session | null
  set(session: Session | null): void
  subscribe(listener: () => void): () => void
}

const KEY = 'polylogue.session'

/** The session in `storage`. Without storage (a browser that forbids it) it lives as long as the page. */
export function createSessionStore(storage: Storage | undefined, target: EventTarget): SessionStore {
  const listeners = new Set<() => void>()
  let text = read(storage)
  let session = parse(text)
  const tell = () => listeners.forEach((listener) => listener())
  const take = (next: string | null) => {
    if (next === text) return
    text = next
    session = parse(next)
    tell()
  }
  target.addEventListener('storage', (event) => {
    const { key } = event as StorageEvent
    if (key === KEY || key === null) take(read(storage))
  })
  return {
    get() {
      // Another tab may have renewed it a moment ago, before its event arrives here.
      if (storage) take(read(storage))
      return session
    },
    set(next) {
      const written = next && JSON.stringify(next)
      write(storage, written)
      take(written)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function read(storage: Storage | undefined): string | null {
  try {
    return storage?.getItem(KEY) ?? null
  } catch {
    return null
  }
}

// A full or forbidden storage costs the next visit's sign-in, not this one.
function write(storage: Storage | undefined, text: string | null): void {
  try {
    if (text === null) storage?.removeItem(KEY)
    else storage?.setItem(KEY, text)
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
