// What the page of a share link has read, outside React: it opens the link, looks again, and loads older messages.
import { translations } from '#lib/translations.ts'
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
const FIRST = 40
const OLDER = 100
const MOST = 500
/** Milliseconds between two looks at a link that goes on with its chat. */
export const LOOK_MS = 5_000

interface Options {
  api: Api
  hash: string
  /** Whether a refused call is worth another attempt: the session has just ended. */
  retry: () => boolean
}

/** Reads what a link shows; the page subscribes to it. */
export class Reader implements Readable<Reading> {
  readonly #store = createStore<Reading>({ state: 'loading' })
  readonly #given: Options
  #looking: Promise<void> | undefined
  readonly get = this.#store.get
  readonly subscribe = this.#store.subscribe

  constructor(given: Options) {
    this.#given = given
  }

  /** Opens the link, again after a failure. */
  readonly open = async (): Promise<void> => {
    this.#store.set({ state: 'loading' })
    try {
      const [share, loaded] = await Promise.all([this.#share(false), this.#newest(0)])
      this.#store.set({ state: 'shown', share, chat: 0, loaded, older: 'none', isCurrent: true, news: 0 })
    } catch (error) {
      this.#failed(error)
    }
  }

  /** Looks whether the link still opens, and what is new. */
  readonly look = (): Promise<void> => {
    this.#looking ??= this.#look()
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#looking = undefined
      })
    return this.#looking
  }

  readonly choose = async (chat: number): Promise<void> => {
    const before = this.#shown()
    this.#change({ chat, loaded: undefined, older: 'none' })
    try {
      const loaded = await this.#newest(chat)
      if (this.#shown()?.chat === chat) this.#change({ loaded, isCurrent: true })
    } catch (error) {
      this.#failed(error)
      // The chat that was in view stays: this one can be chosen again.
      if (before && this.#shown()?.chat === chat) this.#change({ chat: before.chat, loaded: before.loaded })
    }
  }

  readonly older = async (): Promise<void> => {
    const now = this.#shown()
    const before = now?.loaded?.before ?? null
    if (!now || before === null || now.older === 'loading') return
    this.#change({ older: 'loading' })
    try {
      this.#add(now.chat, await this.#messages({ chat: now.chat, limit: OLDER, before }))
      this.#change({ older: 'none' })
    } catch (error) {
      this.#change({ older: 'failed' })
      if (error instanceof ApiProblem && [401, 404].includes(error.status)) this.#failed(error)
    }
  }

  /** Loads all messages of the chat in view and returns them, the oldest first. */
  async all(signal: AbortSignal, onProgress: (known: number) => void): Promise<readonly SharedMessage[]> {
    const chat = this.#shown()?.chat ?? 0
    for (;;) {
      signal.throwIfAborted()
      const shown = this.#shown()
      // Another chat was chosen meanwhile.
      if (shown && shown.chat !== chat) throw new DOMException('', 'AbortError')
      const loaded = shown?.loaded
      if (!loaded) return []
      onProgress(loaded.messages.length)
      if (loaded.before === null) return loaded.messages
      this.#add(chat, await this.#messages({ chat, limit: MOST, before: loaded.before }))
    }
  }

  readonly file = async (key: number): Promise<Blob> => {
    const { api, hash } = this.#given
    const params = { hash, position: key }
    return (await this.#asked(() => api.call(contract.shares.file, { params }))).data
  }

  /** Copies what the link shows; resolves with the id of the project. */
  async copy(): Promise<number> {
    const { api, hash } = this.#given
    return (await api.call(contract.shares.copy, { params: { hash } })).data.projectId
  }

  #shown(): Shown | undefined {
    const now = this.#store.get()
    return now.state === 'shown' ? now : undefined
  }

  #change(some: Partial<Shown>): void {
    const now = this.#shown()
    if (now) this.#store.set({ ...now, ...some })
  }

  #add(chat: number, page: Loaded): void {
    const now = this.#shown()
    if (now?.loaded && now.chat === chat) this.#change({ loaded: withOlder(now.loaded, page) })
  }

  async #look(): Promise<void> {
    const before = this.#shown()
    if (!before) return
    const [share, tail] = await Promise.all([this.#share(true), this.#newest(before.chat)])
    const now = this.#shown()
    if (!now) return
    if (now.chat !== before.chat) return this.#change({ share, isCurrent: true })
    // What its owner withdrew must not stay in older messages.
    const isSameLink = factsOf(share) === factsOf(before.share)
    const loaded = now.loaded && isSameLink ? joined(now.loaded, tail) : tail
    const last = now.loaded?.messages.at(-1)?.position ?? -1
    const came = loaded.messages.filter(({ position }) => position > last).length
    this.#change({ share, loaded, isCurrent: true, news: now.news + came })
  }

  #failed(error: unknown): void {
    const before = this.#shown()
    const status = error instanceof ApiProblem ? error.status : 0
    // Nothing of an ended link stays in the page.
    if (status === 404) this.#store.set({ state: before ? 'ended' : 'gone' })
    else if (status === 401) this.#store.set({ state: 'signIn' })
    else if (before) this.#change({ isCurrent: false })
    else this.#store.set({ state: 'failed', reachable: status !== 0 })
  }

  // A session that ended meanwhile must not hide what opens without one.
  async #asked<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask()
    } catch (error) {
      if (error instanceof ApiProblem && [401, 403].includes(error.status) && this.#given.retry())
        return ask()
      throw error
    }
  }

  async #share(again: boolean): Promise<SharedPage> {
    const { api, hash } = this.#given
    const request = { params: { hash }, query: { again: again ? 'true' : 'false' } }
    const { share } = (await this.#asked(() => api.call(contract.shares.open, request))).data
    // The server leaves out names that would tell a confidential question.
    const named = (name: string) => name || translations.of(translations.language, 'shared-page')('untitled')
    const chats = share.chats.map((chat) => ({ ...chat, name: named(chat.name) }))
    return { ...share, title: named(share.title), chats }
  }

  async #messages(query: { chat: number; limit: number; before?: number }): Promise<Loaded> {
    const { api, hash } = this.#given
    const request = { params: { hash }, query }
    const { data, meta } = await this.#asked(() => api.call(contract.shares.messages, request))
    return { messages: data.messages, before: meta.before }
  }

  #newest(chat: number): Promise<Loaded> {
    return this.#messages({ chat, limit: FIRST })
  }
}

/** What tells that a link shows less, or more, than before. */
const factsOf = ({ omitted, sharedBy, goesOn, sharedAt }: SharedPage): string =>
  JSON.stringify([omitted, sharedBy, goesOn, sharedAt])
