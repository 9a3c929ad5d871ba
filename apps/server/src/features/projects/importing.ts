// Imports exported chats as a project, or as a chat each, in small steps, so that other requests are not blocked.
import type { Project } from '@polylogue/contract'
import { removeItemContext, viewerKey, type Person } from '#access/index.ts'
import { outageOf } from '#platform/isolate-failures.ts'
import { openStepQueue } from '#platform/step-queue.ts'
import { Problem } from '#problem.ts'
import type { ProjectsDeps } from './deps.ts'
import { charactersOf, portionsOf, type Import, type Portion } from './import-portions.ts'
import {
  importOne,
  importTogether,
  togetherOf,
  type Made,
  type Making,
  type Running,
} from './import-steps.ts'
import * as store from './imports-store.ts'
import { tabsOf } from './item-store.ts'
import { remove as removeProject } from './store.ts'

/** What an import did; `project` is the first one, or the earlier one that has the first chat. */
export interface Imported {
  readonly project: Project
  readonly imported: number
  readonly known: number
  readonly picturesLeftOut: number
}

/** Limit on waiting imports: each holds its whole request in memory. */
const WAITING = 8

export interface Imports {
  /**
   * Creates each project, then its tabs and turns; others see it grow. Removes a project whose step fails; the next start
   * removes what a dead process left. Chats that were imported separately before stay.
   * @throws Problem IMPORT_TOO_LARGE before anything is stored; SERVER_BUSY when the queue is full or the client
   *   disconnected
   */
  run(viewer: Person, sent: Import, gone: AbortSignal): Promise<Imported>
}

export function openImports(deps: ProjectsDeps, making: Making): Imports {
  const runInSteps = openStepQueue(deps.db, WAITING)
  return {
    async run(viewer, sent, gone) {
      const characters = sent.chats.reduce((sum, { turns }) => sum + charactersOf(turns), 0)
      if (characters > deps.importCharacters)
        throw new Problem('IMPORT_TOO_LARGE', { characters, limit: deps.importCharacters })
      return runInSteps({ key: viewerKey(viewer), gone }, (pace) => {
        const { description, skipKnown: isOnce } = sent
        return importAll({ deps, making, pace, viewer, description, isOnce }, portionsOf(sent))
      })
    },
  }
}

/** Removes imports that dead processes left unfinished. */
export async function clearImports({
  db,
  clock,
  queries,
}: Pick<ProjectsDeps, 'db' | 'clock'> & {
  queries: Pick<ProjectsDeps['queries'], 'forgetBlobs'>
}): Promise<void> {
  for (const { id, contextId } of await store.left(db, clock.now()))
    await db.transaction(async (tx) => {
      await queries.forgetBlobs(tx, [...(await tabsOf(tx, [id])).values()].flat())
      await removeProject(tx, id)
      await removeItemContext(tx, contextId)
    })
}

/** Imports what is not there yet. A failure keeps what is complete, and the same call again leaves that out. */
async function importAll(running: Running, portions: readonly Portion[]): Promise<Imported> {
  const { deps, making, viewer, isOnce } = running
  const keys = portions.map(({ key }) => key)
  const here = isOnce ? await store.known(deps.db.pool, viewer.userId, keys) : new Map<string, number>()
  // The same chat may be twice in one file.
  const isFirst = (key: string, at: number) => !here.has(key) && keys.indexOf(key) === at
  const fresh = isOnce ? portions.filter(({ key }, at) => isFirst(key, at)) : portions
  const made = new Map<Portion, Made>()
  const failures: unknown[] = []
  for (const group of togetherOf(fresh)) {
    const all = await importGroup(running, group, failures)
    group.forEach((portion, at) => {
      const one = all[at]
      if (!one) return
      made.set(portion, one)
      if (isOnce) here.set(portion.key, one.projectId)
    })
  }
  if (failures.length > 0) throw failures[0]
  let [imported, known, picturesLeftOut] = [0, 0, 0]
  for (const portion of portions) {
    const own = made.get(portion)
    if (own && !own.isKnown) imported += portion.chats.length
    else known += portion.chats.length
    picturesLeftOut += own?.picturesLeftOut ?? 0
  }
  const [first] = portions
  if (!first) throw new Error('an import has no chats')
  const projectId = made.get(first)?.projectId ?? here.get(first.key) ?? 0
  return { project: await making.get(viewer, projectId), imported, known, picturesLeftOut }
}

/**
 * Imports portions in one step; if that fails, each on its own: one that fails is added to `failures` and leaves the others.
 * @throws when the others would fail as well: without the database, or when the server is busy or the client gone
 */
async function importGroup(
  running: Running,
  group: readonly Portion[],
  failures: unknown[],
): Promise<(Made | undefined)[]> {
  const isOutage = outageOf(running.deps.db)
  const concernsAll = (error: unknown) =>
    isOutage(error) || (error instanceof Problem && error.code === 'SERVER_BUSY')
  const tried = async <Result>(
    work: () => Promise<Result>,
  ): Promise<Result | { readonly error: unknown }> => {
    try {
      return await work()
    } catch (error) {
      if (concernsAll(error)) throw error
      return { error }
    }
  }
  const together = group.length > 1 ? await tried(() => importTogether(running, group)) : undefined
  if (together && !('error' in together)) return together
  const made: (Made | undefined)[] = []
  for (const portion of group) {
    const one = await tried(() => importOne(running, portion))
    if ('error' in one) failures.push(one.error)
    made.push('error' in one ? undefined : one)
  }
  return made
}
