// What the page of a share link has read, outside React: it opens the link, looks again, and loads older messages.
import type { SharedMessage, SharedPage } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { ApiProblem, type Api } from '#lib/api.ts'
import { createStore, type Readable } from '#lib/store.ts'
import { joined, withOlder, type Loaded } from './messages.ts'

export type Reading =
  | { readonly state: 'loading' | 'gone' | 'ended' | 'signIn' }
  | { readonly state: 'failed'; readonly reachable: boolean }
  | Shown

export interface Shown {
  readonly state: 'shown'
  readonly share: SharedPage
  /** The chat in view, by its index. */
  readonly chat: number
  /** Its messages; undefined while they are loading. */
  readonly loaded: Loaded | undefined
  readonly older: 'none' | 'loading' | 'failed'
  /** Whether the last look reached the server. */
  readonly isCurrent: boolean
  /** How many messages came since the page was opened. */
  readonly news: number
}

/** Messages of the first page: what fits into a few windows. */
export const FIRST = 40
const OLDER = 100
const MOST = 500
/** Milliseconds between two looks at a link that goes on with its chat. */
export const LOOK_MS = 5_000

export interface Reader extends Readable<Reading> {
  readonly hash: string
  /** Opens the link, again after a failure. */
  open(): Promise<void>
  /** Looks whether the link still opens, and what is new. */
  look(): Promise<void>
  choose(chat: number): Promise<void>
  older(): Promise<void>
  /** Loads all messages of the chat in view and returns them, the oldest first. */
  all(signal: AbortSignal, onProgress: (known: number) => void): Promise<readonly SharedMessage[]>
  file(key: number): Promise<Blob>
  /** Copies what the link shows; resolves with the id of the project. */
  copy(): Promise<number>
}

export function createReader({ api, hash, retry }: { api: Api; hash: string; retry: () => boolean }): Reader {
  const store = createStore<Reading>({ state: 'loading' })
  const params = { hash }
  const shown = (): Shown | undefined => {
    const now = store.get()
    return now.state === 'shown' ? now : undefined
  }
  const change = (some: Partial<Shown>) => {
    const now = shown()
    if (now) store.set({ ...now, ...some })
  }
  // A session that ended meanwhile must not hide what opens without one.
  const asked = async <T>(ask: () => Promise<T>): Promise<T> => {
    try {
      return await ask()
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401 && retry()) return ask()
      throw error
    }
  }
  const messages = async (query: { chat: number; limit: number; before?: number }): Promise<Loaded> => {
    const reply = await asked(() => api.call(contract.shares.messages, { params, query }))
    return { messages: reply.data.messages, before: reply.meta.before }
  }
  const share = async (again: boolean) =>
    (
      await asked(() =>
        api.call(contract.shares.open, { params, query: { again: again ? 'true' : 'false' } }),
      )
    ).data.share
  const failed = (error: unknown) => {
    const before = shown()
    const status = error instanceof ApiProblem ? error.status : 0
    // Nothing of an ended link stays in the page.
    if (status === 404) store.set({ state: before ? 'ended' : 'gone' })
    else if (status === 401) store.set({ state: 'signIn' })
    else if (before) change({ isCurrent: false })
    else store.set({ state: 'failed', reachable: status !== 0 })
  }
  const newest = (chat: number) => messages({ chat, limit: FIRST })
  let looking: Promise<void> | undefined

  const look = async () => {
    const before = shown()
    if (!before) return
    const [page, tail] = await Promise.all([share(true), newest(before.chat)])
    const now = shown()
    if (!now) return
    if (now.chat !== before.chat) return change({ share: page, isCurrent: true })
    const loaded = now.loaded ? joined(now.loaded, tail) : tail
    const last = now.loaded?.messages.at(-1)?.position ?? -1
    const came = loaded.messages.filter(({ position }) => position > last).length
    change({ share: page, loaded, isCurrent: true, news: now.news + came })
  }

  return {
    hash,
    get: store.get,
    subscribe: store.subscribe,
    async open() {
      store.set({ state: 'loading' })
      try {
        const [page, loaded] = await Promise.all([share(false), newest(0)])
        store.set({ state: 'shown', share: page, chat: 0, loaded, older: 'none', isCurrent: true, news: 0 })
      } catch (error) {
        failed(error)
      }
    },
    look() {
      looking ??= look()
        .catch(failed)
        .finally(() => {
          looking = undefined
        })
      return looking
    },
    async choose(chat) {
      change({ chat, loaded: undefined, older: 'none' })
      try {
        const loaded = await newest(chat)
        if (shown()?.chat === chat) change({ loaded, isCurrent: true })
      } catch (error) {
        failed(error)
      }
    },
    async older() {
      const now = shown()
      const before = now?.loaded?.before
      if (!now?.loaded || before === null || before === undefined || now.older === 'loading') return
      change({ older: 'loading' })
      try {
        const page = await messages({ chat: now.chat, limit: OLDER, before })
        const then = shown()
        if (then?.loaded && then.chat === now.chat)
          change({ older: 'none', loaded: withOlder(then.loaded, page) })
      } catch (error) {
        change({ older: 'failed' })
        if (error instanceof ApiProblem && [401, 404].includes(error.status)) failed(error)
      }
    },
    async all(signal, onProgress) {
      const chat = shown()?.chat ?? 0
      for (;;) {
        signal.throwIfAborted()
        const loaded = shown()?.loaded
        if (!loaded) return []
        onProgress(loaded.messages.length)
        if (loaded.before === null) return loaded.messages
        const page = await messages({ chat, limit: MOST, before: loaded.before })
        const now = shown()
        if (now?.loaded && now.chat === chat) change({ loaded: withOlder(now.loaded, page) })
        else return []
      }
    },
    file: async (key) =>
      (await asked(() => api.call(contract.shares.file, { params: { hash, position: key } }))).data,
    copy: async () => (await api.call(contract.shares.copy, { params })).data.projectId,
  }
}
