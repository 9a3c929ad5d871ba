// Files that were chosen and not sent yet survive a reload. They lie in this browser alone, and are forgotten when their person signs
// out or somebody else signs in. A browser without room, or that forbids storing, keeps them as long as the page.
import { hasLeft } from '../../lib/session.ts'

/** A file as it is kept: under its own id, in a draft whose key begins with the person's id and a point. */
export interface KeptFile {
  id: string
  draft: string
  /** Files of a draft are in this order. */
  at: number
  file: File
  type: string
}

const STORE = 'files'
const BY_DRAFT = 'draft'

/** The files of a draft in their order. */
export async function readFiles(draft: string): Promise<KeptFile[]> {
  const found = await inStore<KeptFile[]>('readonly', (store) => store.index(BY_DRAFT).getAll(draft))
  return (found ?? []).toSorted((one, other) => one.at - other.at)
}

export async function keepFile(file: KeptFile): Promise<void> {
  await inStore('readwrite', (store) => (hasLeft() ? undefined : store.put(file)))
}

/** All of them at once: whoever reads afterwards finds none. */
export async function forgetFiles(ids: readonly IDBValidKey[]): Promise<void> {
  if (ids.length > 0) await inStore('readwrite', (store) => ids.map((id) => store.delete(id)).at(-1))
}

/** Forgets the files of everybody, or of everybody but one. */
export async function forgetFilesBut(userId: number | undefined): Promise<void> {
  if (userId === undefined) {
    await inStore('readwrite', (store) => store.clear())
    return
  }
  const all = await inStore('readonly', (store) => store.getAllKeys())
  // '/' is the letter after '.'.
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

/** One request in a transaction of its own; undefined where it cannot be done. */
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
