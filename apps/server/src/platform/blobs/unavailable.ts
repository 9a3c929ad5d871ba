// Failures of a media store as one Problem, so that callers need not know which store it is.
import { Problem } from '#problem.ts'
import type { BlobStore } from './blobs.ts'

const RETRY_AFTER_SECONDS = 5

/** A media store gave an answer that is none, or no answer. */
export class StoreFailed extends Error {
  /** The error code of the object store, such as NoSuchBucket. */
  readonly code: string | undefined

  constructor(message: string, code?: string) {
    super(message)
    this.name = 'StoreFailed'
    this.code = code
  }
}

export function storageUnavailable(cause: unknown): Problem {
  return new Problem('STORAGE_UNAVAILABLE', {}, { cause, retryAfter: RETRY_AFTER_SECONDS })
}

/** A TypeError is a defect of the caller, such as a key that is none. */
const meaning = (error: unknown) =>
  error instanceof Problem || error instanceof TypeError ? error : storageUnavailable(error)

async function known<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw meaning(error)
  }
}

/** Returns the same store, whose failures are Problems. */
export function withProblems(store: BlobStore): BlobStore {
  return {
    place: store.place,
    settings: store.settings,
    put: (key, bytes) => known(store.put(key, bytes)),
    find: (key) => known(store.find(key)),
    async open(key) {
      const opened = await known(store.open(key))
      return opened && { ...opened, bytes: iterated(opened.bytes) }
    },
    remove: (key) => known(store.remove(key)),
    keys: () => iterated(store.keys()),
    reach: () => known(store.reach()),
    nameOfMark: (id) => store.nameOfMark(id),
    hasMark: (id) => known(store.hasMark(id)),
    mark: (id) => known(store.mark(id)),
    unmark: (id) => known(store.unmark(id)),
  }
}

/** Not a generator: one that nobody started would not close its source. */
function iterated<T>(items: AsyncIterable<T>): AsyncIterable<T> {
  return {
    [Symbol.asyncIterator]() {
      const inner = items[Symbol.asyncIterator]()
      return {
        next: () => known(inner.next()),
        return: () => inner.return?.() ?? Promise.resolve({ value: undefined, done: true }),
      }
    },
  }
}

/** Returns why a media store failed, for operators. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Problem && error.cause !== undefined ? error.cause : error
  if (!(cause instanceof Error)) return 'unknown'
  if (cause.name === 'TimeoutError') return 'it does not answer'
  return 'code' in cause && typeof cause.code === 'string' && !(cause instanceof StoreFailed)
    ? cause.code
    : cause.message
}
