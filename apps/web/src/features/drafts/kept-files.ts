// Keeps the files of drafts in IndexedDB, so that they survive a reload. They are deleted when the user signs out or another
// user signs in. Without storage they are kept until the page is closed.
import type { QueryClient } from '@tanstack/react-query'
import { perPage } from '#lib/per-page.ts'
import { hasLeft } from '#lib/session.ts'

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

export class KeptFiles {
  #opening: Promise<IDBDatabase | undefined> | undefined

  /** Returns the files of a draft in order. */
  async read(draft: string): Promise<KeptFile[]> {
    const found = await this.#inStore<KeptFile[]>('readonly', (store) => store.index(BY_DRAFT).getAll(draft))
    return (found ?? []).toSorted((one, other) => one.at - other.at)
  }

  async keep(file: KeptFile): Promise<void> {
    await this.#inStore('readwrite', (store) => (hasLeft() ? undefined : store.put(file)))
  }

  /** Deletes all of them in one transaction, so that a later read finds none. */
  async forget(ids: readonly IDBValidKey[]): Promise<void> {
    if (ids.length > 0) await this.#inStore('readwrite', (store) => ids.map((id) => store.delete(id)).at(-1))
  }

  /** Deletes the files of all users, or of all but one. */
  async forgetBut(userId: number | undefined): Promise<void> {
    if (userId === undefined) {
      await this.#inStore('readwrite', (store) => store.clear())
      return
    }
    const all = await this.#inStore('readonly', (store) => store.getAllKeys())
    const own = new Set(
      await this.#inStore('readonly', (store) =>
        // '/' is the character after '.'.
        store.index(BY_DRAFT).getAllKeys(IDBKeyRange.bound(`${userId}.`, `${userId}/`)),
      ),
    )
    await this.forget((all ?? []).filter((id) => !own.has(id)))
  }

  /** Runs one request in its own transaction; resolves with undefined if storage is not available. */
  async #inStore<T>(
    mode: IDBTransactionMode,
    ask: (store: IDBObjectStore) => IDBRequest<T> | undefined,
  ): Promise<T | undefined> {
    this.#opening ??= openDatabase()
    const open = await this.#opening
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
}

function openDatabase(): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
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
}

/** Returns the stored files, of all drafts. Only `drafts.ts` uses it. */
export const keptFilesOf = perPage(() => new KeptFiles())

/** Deletes the files of the drafts of all users, or of all but one. */
export const forgetKeptFiles = (page: QueryClient, except: number | undefined): Promise<void> =>
  keptFilesOf(page).forgetBut(except)
