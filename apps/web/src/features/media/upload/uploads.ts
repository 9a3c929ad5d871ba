// Uploads files in pieces, two at a time, and continues after interruptions. Belongs to the page, not to a dialog.
import { patiently } from '#lib/patiently.ts'
import { createStore, type Readable } from '#lib/store.ts'

/** Files that are uploaded at the same time. */
const AT_ONCE = 2
export interface Upload {
  readonly key: number
  readonly datasourceId: number
  readonly name: string
  readonly type: string
  readonly size: number
  /** Bytes that the server has. */
  readonly sent: number
  readonly state: 'waiting' | 'sending' | 'failed'
  /** The id of its document; null before the server knows it. */
  readonly mediaId: number | null
  /** Why it failed. */
  readonly error: unknown
}

export interface UploadDeps<Media extends { media_id: number; received: number }> {
  begin(datasourceId: number, file: File): Promise<Media>
  append(id: number, offset: number, piece: Blob): Promise<Media>
  /** Returns the document, with the number of bytes that have arrived. */
  get(id: number): Promise<Media>
  /** Removes a document whose upload was removed before its id was known. */
  discard(id: number): Promise<unknown>
  /** Whether a failure may pass, so that a retry makes sense. */
  mayPass(error: unknown): boolean
  pause(ms: number): Promise<void>
  /** Bytes of one piece. */
  piece: number
  /** Called with each document that has all its bytes. */
  onDone(media: Media): void
  /** Called when nothing is left to upload to a data source. */
  onIdle(datasourceId: number): void
}

export interface Uploads extends Readable<readonly Upload[]> {
  add(datasourceId: number, files: readonly File[]): void
  /** Uploads the rest of a file whose upload began on another page. */
  resume(datasourceId: number, file: File, mediaId: number): void
  /** Uploads a failed file again, from where it stopped. */
  retry(key: number): void
  /** Stops an upload and forgets it. */
  remove(key: number): void
  /** Stops and forgets everything. */
  end(): void
}

export function createUploads<Media extends { media_id: number; received: number }>(
  deps: UploadDeps<Media>,
): Uploads {
  const list = createList()
  let running = 0
  const isBusy = (datasourceId: number) =>
    list.get().some((one) => one.datasourceId === datasourceId && one.state !== 'failed')
  const run = async ({ key, datasourceId }: Upload) => {
    running++
    list.patch(key, { state: 'sending', error: undefined })
    try {
      const media = await send(deps, key, list)
      if (media) {
        deps.onDone(media)
        list.remove(key)
      }
    } catch (error) {
      list.patch(key, { state: 'failed', error })
    } finally {
      running--
      if (!isBusy(datasourceId)) deps.onIdle(datasourceId)
      next()
    }
  }
  const next = () => {
    while (running < AT_ONCE) {
      const upload = list.get().find(({ state }) => state === 'waiting')
      if (!upload) return
      void run(upload)
    }
  }
  return {
    add(datasourceId, files) {
      list.add(datasourceId, files)
      next()
    },
    resume(datasourceId, file, mediaId) {
      list.add(datasourceId, [file], mediaId)
      next()
    },
    retry(key) {
      if (list.find(key)?.state !== 'failed') return
      list.patch(key, { state: 'waiting' })
      next()
    },
    remove: list.remove,
    get: list.get,
    subscribe: list.subscribe,
    end: list.clear,
  }
}

/** The uploads with their files. */
function createList() {
  const files = new Map<number, File>()
  const { get, set, subscribe } = createStore<readonly Upload[]>([])
  let last = 0
  return {
    get,
    subscribe,
    find: (key: number) => get().find((one) => one.key === key),
    file: (key: number) => files.get(key),
    patch: (key: number, some: Partial<Upload>) =>
      set(get().map((one) => (one.key === key ? { ...one, ...some } : one))),
    add(datasourceId: number, added: readonly File[], mediaId: number | null = null) {
      const fresh = added.map((file): Upload => {
        const key = ++last
        files.set(key, file)
        const { name, size, type } = file
        const unsent = { sent: 0, state: 'waiting', error: undefined } as const
        return { key, datasourceId, name, size, type, mediaId, ...unsent }
      })
      set([...get(), ...fresh])
    },
    remove(key: number) {
      files.delete(key)
      set(get().filter((one) => one.key !== key))
    },
    clear() {
      files.clear()
      set([])
    },
  }
}

/** Uploads one file; resolves with its document, or undefined when the upload was removed meanwhile. */
async function send<Media extends { media_id: number; received: number }>(
  deps: UploadDeps<Media>,
  key: number,
  { find, file, patch }: ReturnType<typeof createList>,
): Promise<Media | undefined> {
  const upload = find(key)
  const whole = file(key)
  if (!upload || !whole) return undefined
  const { datasourceId, mediaId: known } = upload
  let media = await patiently(deps, () =>
    known === null ? deps.begin(datasourceId, whole) : deps.get(known),
  )
  const id = media.media_id
  if (known === null && !find(key)) {
    await deps.discard(id)
    return undefined
  }
  patch(key, { mediaId: id, sent: media.received })
  while (media.received < whole.size) {
    if (!find(key)) return undefined
    let hasFailed = false
    media = await patiently(deps, async () => {
      // After a failure nobody knows how much has arrived.
      const from = hasFailed ? (await deps.get(id)).received : media.received
      hasFailed = true
      if (from >= whole.size) return deps.get(id)
      return deps.append(id, from, whole.slice(from, from + deps.piece))
    })
    patch(key, { sent: media.received })
  }
  return find(key) ? media : undefined
}
