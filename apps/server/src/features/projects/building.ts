// Creates a project in small steps, so that other requests are not blocked; a failed one is removed.
import type { Project } from '@polylogue/contract'
import { viewerKey, type Person } from '#access/index.ts'
import type { Tx } from '#platform/db/index.ts'
import { openStepQueue } from '#platform/step-queue.ts'
import type { ChatDefaults } from '#features/tabs/index.ts'
import type { ProjectsDeps } from './deps.ts'
import type { Making } from './import-steps.ts'
import * as store from './imports-store.ts'
import { CHAT_TYPE, defaultsOf, SHARED_TYPE } from './rules.ts'

/** Limit on waiting projects. */
const WAITING = 50

/** Runs one step in a transaction, at the pace of the server. */
export type Step = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>

/** A project whose tabs and messages are being added. */
export interface Built {
  readonly id: number
  readonly defaults: ChatDefaults
}

export interface Building {
  /**
   * Creates a project and lets `fill` add to it, in steps. Removes it when a step fails; the next start removes what a dead
   * process left. Returns its id.
   * @throws Problem SERVER_BUSY when the queue is full or the client disconnected
   */
  run(
    viewer: Person,
    wished: { readonly name: string; readonly isChat: boolean; readonly gone: AbortSignal },
    fill: (project: Built, step: Step) => Promise<void>,
  ): Promise<number>
}

export function openBuilding(deps: ProjectsDeps, making: Pick<Making, 'create' | 'erase'>): Building {
  const runInSteps = openStepQueue(deps.db, WAITING)
  return {
    async run(viewer, { name, isChat, gone }, fill) {
      const { id } = await runInSteps({ key: viewerKey(viewer), gone }, async (pace) => {
        const step: Step = (work) => pace(() => deps.db.transaction(work))
        const project = await step((tx) => making.create(tx, viewer, { name, type: store.IMPORTING_TYPE }))
        try {
          await fill({ id: project.id, defaults: defaultsOf(project) }, step)
          await step((tx) => end(deps, tx, project, isChat))
        } catch (error) {
          await making.erase(viewer, project.id).catch(() => undefined)
          throw error
        }
        return project
      })
      return id
    },
  }
}

async function end({ bus }: ProjectsDeps, tx: Tx, { id }: Project, isChat: boolean): Promise<void> {
  await store.end(tx, id, { type: isChat ? CHAT_TYPE : SHARED_TYPE })
  await bus.publish(tx, { type: 'item.changed', noun: 'project', id })
}
