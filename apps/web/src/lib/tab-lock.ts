// A lock between the tabs of a browser, where `navigator.locks` is missing: it exists only in secure contexts.

/** Runs `work` while no other tab holds the lock of that name. */
export interface TabLock {
  request<T>(name: string, work: () => Promise<T>): Promise<T>
}

/** Milliseconds after which the lock of a closed tab expires. */
const LEASE_MS = 15_000
/** Milliseconds until another tab's write is visible here. */
const SETTLE_MS = 60

interface Lease {
  holder: string
  until: number
}

/** Creates this tab's lock in the shared storage; undefined where there is no storage. */
export function createTabLock(storage: Storage | undefined): TabLock | undefined {
  if (!storage) return undefined
  const holder = `${Date.now()}-${Math.random()}`
  return {
    async request(name, work) {
      await takeLease(storage, name, holder)
      try {
        return await work()
      } finally {
        if (readLease(storage, name)?.holder === holder) storage.removeItem(name)
      }
    },
  }
}

async function takeLease(storage: Storage, name: string, holder: string): Promise<void> {
  for (;;) {
    const held = readLease(storage, name)
    if (!held || held.until < Date.now()) {
      try {
        storage.setItem(name, JSON.stringify({ holder, until: Date.now() + LEASE_MS }))
      } catch {
        // The storage is full; waiting would not help.
        return
      }
      // All tabs that saw the lock free have written by now; the last one to write holds it.
      await settle()
      if (readLease(storage, name)?.holder === holder) return
    } else await settle()
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS))

function readLease(storage: Storage, name: string): Lease | undefined {
  try {
    return (JSON.parse(storage.getItem(name) ?? 'null') as Lease | null) ?? undefined
  } catch {
    return undefined
  }
}
