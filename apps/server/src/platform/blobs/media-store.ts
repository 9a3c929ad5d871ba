// The media store of the running server, with what readiness and the log say about it.
import type { Problem } from '../../problem.ts'
import { errorFacts } from '../error-facts.ts'
import type { Log } from '../log.ts'
import type { Blobs, BlobStore } from './blobs.ts'
import { StoreFailed, storageUnavailable } from './unavailable.ts'

/** How long the result of a check counts. Anybody may ask for the readiness. */
const FRESH_MS = 2_000
/** How long readiness waits for a check, which goes on. */
const LIMIT_MS = 3_000

export interface MediaStore extends Blobs {
  /** Returns why media cannot be read or stored now; checked at most every two seconds. Never rejects. */
  problem(): Promise<Problem | undefined>
}

export function openMediaStore(store: BlobStore, log: Log): MediaStore {
  let checked: { readonly at: number; readonly problem: Problem | undefined } | undefined
  let checking: Promise<Problem | undefined> | undefined
  const check = async () => {
    const problem = await store.reach().then(
      () => undefined,
      (error: unknown) => storageUnavailable(error),
    )
    if (problem && !checked?.problem) log.warn({ err: errorFacts(problem) }, 'the media store cannot be used')
    if (!problem && checked?.problem) log.info('the media store can be used again')
    checked = { at: performance.now(), problem }
    return problem
  }
  return {
    put: (key, bytes) => store.put(key, bytes),
    find: (key) => store.find(key),
    open: (key) => store.open(key),
    remove: (key) => store.remove(key),
    keys: () => store.keys(),
    async problem() {
      if (checked && performance.now() - checked.at < FRESH_MS) return checked.problem
      checking ??= check().finally(() => (checking = undefined))
      return withinLimit(checking)
    },
  }
}

async function withinLimit(checking: Promise<Problem | undefined>): Promise<Problem | undefined> {
  const late = Promise.withResolvers<Problem>()
  const timer = setTimeout(
    () => late.resolve(storageUnavailable(new StoreFailed('it does not answer'))),
    LIMIT_MS,
  )
  try {
    return await Promise.race([checking, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
