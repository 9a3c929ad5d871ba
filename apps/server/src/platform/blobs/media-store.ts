// The media store of the running server, with what readiness and the log say about it. It is checked that the store is still the
// one of the database before bytes are stored or taken for missing: a share that is not mounted is an empty folder.
import type { Problem } from '#problem.ts'
import { errorFacts } from '../error-facts.ts'
import type { Log } from '../log.ts'
import type { Blobs, BlobStore } from './blobs.ts'
import { reasonOf, StoreFailed, storageUnavailable } from './unavailable.ts'

/** How long the result of a check counts. Anybody may ask for the readiness. */
const FRESH_MS = 2_000
/** How long readiness waits for a check, which goes on. */
const LIMIT_MS = 3_000

export interface MediaStore extends Blobs {
  /** Returns why media cannot be read or stored now; checked at most every two seconds. Never rejects. */
  problem(): Promise<Problem | undefined>
}

/** @param id of the store of this database (own-store.ts) */
export function openMediaStore(store: BlobStore, id: string, log: Log): MediaStore {
  let checked: { readonly at: number; readonly problem: Problem | undefined } | undefined
  let checking: Promise<Problem | undefined> | undefined
  const check = async () => {
    const problem = await store.hasMark(id).then(
      (isOwn) =>
        isOwn ? undefined : storageUnavailable(new StoreFailed(`it has no ${store.nameOfMark(id)} any more`)),
      (error: unknown) => storageUnavailable(error),
    )
    if (problem && !checked?.problem)
      log.warn({ err: errorFacts(problem), reason: reasonOf(problem) }, 'the media store cannot be used')
    if (!problem && checked?.problem) log.info('the media store can be used again')
    checked = { at: performance.now(), problem }
    return problem
  }
  const checkNow = () => (checking ??= check().finally(() => (checking = undefined)))
  const lastCheck = async () =>
    checked && performance.now() - checked.at < FRESH_MS ? checked.problem : checkNow()
  const mustBeOwn = async (problem: Promise<Problem | undefined>) => {
    const found = await problem
    if (found) throw found
  }
  /** Nothing is missing in the store of another database. */
  const unlessMissing = async <T>(looked: Promise<T | undefined>): Promise<T | undefined> => {
    const found = await looked
    if (found === undefined) await mustBeOwn(checkNow())
    return found
  }
  return {
    async put(key, bytes) {
      await mustBeOwn(lastCheck())
      await store.put(key, bytes)
    },
    find: (key) => unlessMissing(store.find(key)),
    open: (key) => unlessMissing(store.open(key)),
    async remove(key) {
      await mustBeOwn(lastCheck())
      await store.remove(key)
    },
    keys: () => store.keys(),
    problem: () => withinLimit(lastCheck()),
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
