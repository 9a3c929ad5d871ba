// Copies tabs: a few messages at once, many in small steps, so that other requests are not blocked.
import type { CallInput, contract, Tab } from '@polylogue/contract'
import { authorize, viewerKey, type Person } from '#access/index.ts'
import { stepsOf, type Pace, type Tx } from '#platform/db/index.ts'
import { uuidV7 } from '#platform/ids.ts'
import { openStepQueue, STEP } from '#platform/step-queue.ts'
import { Problem } from '#problem.ts'
import type { CopiedMessage } from '#features/queries/index.ts'
import type { TabsDeps } from './deps.ts'
import { tabPolicy } from './policy.ts'
import { copyName, type TabFacts } from './rules.ts'
import * as store from './store.ts'
import { toOneTabResponse } from './responses.ts'

type Copy = CallInput<typeof contract.tabs.copy>['body']

/** Limit on waiting copies of many messages. */
const WAITING = 50

export interface Copies {
  /**
   * Copies a tab to the place behind it, with its settings and optionally its finished messages. Others see a large copy
   * grow; a failed step removes it, and the next start removes what a dead process left.
   * @throws Problem NOT_FOUND, PERMISSION_DENIED; TAB_TOO_LARGE before anything is stored; SERVER_BUSY when the queue is
   *   full, or the client disconnected while waiting
   */
  run(viewer: Person, id: number, wished: Copy, gone: AbortSignal): Promise<Tab>
}

export function openCopies(deps: TabsDeps): Copies {
  const runInSteps = openStepQueue(deps.db, WAITING)
  return {
    async run(viewer, id, wished, gone) {
      const begun = await deps.db.transaction((tx) => begin(deps, tx, viewer, id, wished))
      const done =
        'steps' in begun
          ? await runInSteps({ key: viewerKey(viewer), gone }, (pace) =>
              copyInSteps(deps, pace, viewer, { id, wished, steps: begun.steps }),
            )
          : begun
      deps.indexLater(done.messageIds)
      await deps.touchProjects([done.tab.projectId])
      return toOneTabResponse(deps, deps.db.orm, viewer, done.level, done.tab)
    },
  }
}

/** Dependencies of removing a copy. */
interface Removing extends Pick<TabsDeps, 'db'> {
  readonly queries: Pick<TabsDeps['queries'], 'forgetBlobs'>
  readonly bus: Pick<TabsDeps['bus'], 'publish'>
}

/** Removes copies that dead processes left unfinished. */
export async function clearCopies(deps: Removing & Pick<TabsDeps, 'clock'>): Promise<void> {
  for (const { id } of await store.leftCopies(deps.db, deps.clock.now())) await removeCopy(deps, id)
}

interface Copied {
  readonly tab: TabFacts
  /** The viewer's access level on the project. */
  readonly level: number
  readonly messageIds: number[]
}

/** Copies at once what fits into one step; otherwise returns the steps. */
async function begin(
  deps: TabsDeps,
  tx: Tx,
  viewer: Person,
  id: number,
  wished: Copy,
): Promise<Copied | { steps: CopiedMessage[][] }> {
  await store.lockProjectsOf(tx, id)
  await store.lock(tx, id)
  const original = authorize(tabPolicy, 'copy', await store.find(tx, viewer, id))
  const messages = wished.withMessages ? await deps.queries.numberCopies(tx, id, deps.copyBytes) : []
  if (!messages) throw new Problem('TAB_TOO_LARGE', { limit: deps.copyBytes })
  const steps = stepsOf(messages, ({ bytes }) => bytes, STEP)
  if (steps.length > 1) return { steps }
  const tab = await insertCopy(deps, tx, original, { name: wished.name, type: typeOf(original) })
  const tabs = { fromTabId: id, toTabId: tab.id }
  const messageIds = await deps.queries.copyMessages(tx, tabs, steps[0] ?? [])
  return { tab, level: original.level, messageIds }
}

async function copyInSteps(
  deps: TabsDeps,
  pace: Pace,
  viewer: Person,
  { id, wished, steps }: { id: number; wished: Copy; steps: CopiedMessage[][] },
): Promise<Copied> {
  const step = <T>(work: (tx: Tx, original: store.GuardedTab) => Promise<T>) =>
    pace(() =>
      deps.db.transaction(async (tx) => {
        // Deleting a message locks the tab too: the bytes of its attachments are either shared or deleted.
        await store.lockProjectsOf(tx, id)
        await store.lock(tx, id)
        return work(tx, authorize(tabPolicy, 'copy', await store.find(tx, viewer, id)))
      }),
    )
  const { tab, type, level } = await step(async (tx, original) => ({
    level: original.level,
    tab: await insertCopy(deps, tx, original, { name: wished.name, type: store.COPYING_TYPE }),
    type: typeOf(original),
  }))
  const messageIds: number[] = []
  try {
    const tabs = { fromTabId: id, toTabId: tab.id }
    for (const part of steps)
      messageIds.push(
        ...(await step(async (tx) => {
          if (!(await store.lock(tx, tab.id))) throw new Problem('NOT_FOUND', { thing: tabPolicy.thing })
          return deps.queries.copyMessages(tx, tabs, part)
        })),
      )
    const done = await step(async (tx) => {
      const ended = await store.endCopy(tx, tab.id, type)
      if (!ended) throw new Problem('NOT_FOUND', { thing: tabPolicy.thing })
      await publishCreated(deps, tx, ended)
      return ended
    })
    return { tab: done, level, messageIds }
  } catch (error) {
    await removeCopy(deps, tab.id).catch(() => undefined)
    throw error
  }
}

/** The copy of an unfinished copy gets the ordinary type. */
const typeOf = ({ type }: TabFacts) => (type === store.COPYING_TYPE ? 0 : type)

/** Creates the tab of a copy behind the original, with the given name or the next free one. */
async function insertCopy(
  deps: TabsDeps,
  tx: Tx,
  original: store.GuardedTab,
  { name, type }: { name: string | undefined; type: number },
): Promise<TabFacts> {
  const { id: originalId, uuid: _, level: __, ...settings } = original
  const { projectId } = original
  const siblings = await store.listOfProject(tx, projectId)
  const taken = siblings.map((sibling) => sibling.name)
  const now = deps.clock.now()
  const made = await store.insert(tx, {
    ...settings,
    type,
    uuid: uuidV7(deps.clock),
    name: name ?? copyName(original.name, taken),
    autoNamed: false,
    created: now,
    modified: now,
  })
  const order = siblings.flatMap(({ id }) => (id === originalId ? [id, made.id] : [id]))
  await store.setOrder(tx, projectId, order)
  await publishCreated(deps, tx, made)
  return { ...made, tabIndex: order.indexOf(made.id) }
}

async function publishCreated({ bus }: TabsDeps, tx: Tx, { id, projectId }: TabFacts): Promise<void> {
  await bus.publish(tx, { type: 'tab.changed', tabId: id, projectId })
  await bus.publish(tx, { type: 'item.changed', noun: 'project', id: projectId })
}

async function removeCopy({ db, queries, bus }: Removing, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    await store.lock(tx, id)
    await queries.forgetBlobs(tx, [id])
    const projectId = await store.removeCopy(tx, id)
    if (projectId !== undefined) await bus.publish(tx, { type: 'tab.deleted', tabId: id, projectId })
  })
}
