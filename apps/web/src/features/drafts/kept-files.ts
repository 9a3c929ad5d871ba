// Keeps the files of drafts in IndexedDB, so that they survive a reload. They are deleted when the user signs out or another
// user signs in. Without storage they are kept until the page is closed.
import { hasLeft } from '../../lib/session.ts'

/** A stored file: under its own id, in a draft whose key starts with the id of the user and a dot. */
export interface KeptFile {
  id: string
  draft: string
  /** Sort key within the draft. */
  at: number
  file: File
  type: string
}

const STORE = 'files'
const BY_DRAFT = 'draft'

/** Returns the files of a draft in order. */
export async function readFiles(draft: string): Promise<KeptFile[]> {
  const found = await inStore<KeptFile[]>('readonly', (store) => store.index(BY_DRAFT).getAll(draft))
  return (found ?? []).toSorted((one, other) => one.at - other.at)
}

export async function keepFile(file: KeptFile): Promise<void> {
  await inStore('readwrite', (store) => (hasLeft() ? undefined : store.put(file)))
}

/** Deletes all of them in one transaction, so that a later read finds none. */
export async function forgetFiles(ids: readonly IDBValidKey[]): Promise<void> {
  if (ids.length > 0) await inStore('readwrite', (store) => ids.map((id) => store.delete(id)).at(-1))
}

/** Deletes the files of all users, or of all but one. */
export async function forgetFilesBut(userId: number | undefined): Promise<void> {
  if (userId === undefined) {
    await inStore('readwrite', (store) => store.clear())
    return
  }
  const all = await inStore('readonly', (store) => store.getAllKeys())
  // '/' is the character after '.'.
  const range = IDBKeyRange.bound(`${userId}.`, `${userId}/`)
  const own = new Set(await inStore('readonly', (store) => store.index(BY_DRAFT).getAllKeys(range)))
  await forgetFiles((all ?? []).filter((id) => !own.has(id)))
}

let opening: Promise<IDBDatabase | undefined> | undefined

function database(): Promise<IDBDatabase | undefined> {
  opening ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open('polylogue', 1)
      request.onupgradeneeded = () =>
        request.result.createObjectStore(STORE, { keyPath: 'id' }).createIndex(BY_DRAFT, 'draft')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => resolve(undefined)
    } catch {
      resolve(undefined)
    }
  })
  return opening
}

/** Runs one request in its own transaction; resolves with undefined if storage is not available. */
async function inStore<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T> | undefined,
): Promise<T | undefined> {
  const open = await database()
  return new Promise((resolve) => {
    try {
      const transaction = open?.transaction(STORE, mode)
      const request = transaction && ask(transaction.objectStore(STORE))
      if (!transaction || !request) return resolve(undefined)
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => resolve(undefined)
    } catch {
      resolve(undefined)
    }
  })
}
