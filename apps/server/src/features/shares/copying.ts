// Continues what a link shows in a chat of one's own, in small steps.
import type { Person } from '#access/index.ts'
import { stepsOf, type Database, type Tx } from '#platform/db/index.ts'
import { STEP } from '#platform/step-queue.ts'
import { Problem } from '#problem.ts'
import type { Confidentiality } from '#features/confidentiality/index.ts'
import type { Built, ProjectsService, Step } from '#features/projects/index.ts'
import type { QueriesService } from '#features/queries/index.ts'
import type { TabsService } from '#features/tabs/index.ts'
import { openReading, type FoundLink, type Reading, type ShownTab } from './opened-store.ts'
import { noSuchLink, titleOfLink, untilOf, type Opening } from './opening.ts'
import * as store from './store.ts'

export interface CopyingDeps {
  readonly db: Database
  readonly confidentiality: Pick<Confidentiality, 'ofMessage'>
  readonly projects: Pick<ProjectsService, 'build'>
  readonly queries: Pick<QueriesService, 'copyShown'>
  readonly tabs: Pick<TabsService, 'insertAll'>
  /** Indexes messages that were inserted complete, in the background. */
  readonly indexLater: (messageIds: readonly number[]) => void
  /** Limit on the bytes of one copy. */
  readonly copyBytes: number
}

export interface Copying {
  /**
   * Makes a chat or project of the viewer with what a link shows them, and returns its id. The link must stay open meanwhile.
   * @throws Problem NOT_FOUND, TAB_TOO_LARGE, SERVER_BUSY
   */
  run(viewer: Person, hash: string, gone: AbortSignal): Promise<number>
}

export function openCopying(
  deps: CopyingDeps,
  opening: Pick<Opening, 'admit' | 'tabs' | 'nameless'>,
): Copying {
  const reading = openReading(deps.db, deps.confidentiality)
  return {
    async run(viewer, hash, gone) {
      const found = await opening.admit(viewer, hash)
      const tabs = await opening.tabs(found)
      const chats = await toCopy(deps, reading, found, tabs)
      const nameless = await opening.nameless(found, tabs)
      const title = nameless.size > 0 ? UNNAMED : titleOfLink(found)
      const messageIds: number[] = []
      const still = () => opening.admit(viewer, hash)
      const id = await deps.projects.build(
        viewer,
        { name: title, isChat: chats.length <= 1, gone },
        async (built, step) => {
          for (const [tabIndex, chat] of chats.entries()) {
            const copied = await copyChat(
              deps,
              { viewer, step, built, still },
              { ...chat, tabIndex, name: nameless.has(chat.tab.id) ? UNNAMED : chat.tab.name },
            )
            messageIds.push(...copied)
          }
          // A step may have waited since its own look at the link.
          await still()
        },
      )
      deps.indexLater(messageIds)
      return id
    },
  }
}

/** The name of a copy whose own one would tell a confidential question. */
const UNNAMED = 'Shared chat'

/** Returns the messages of each tab, read one tab after the other. @throws Problem TAB_TOO_LARGE */
async function toCopy(deps: CopyingDeps, reading: Reading, found: FoundLink, tabs: readonly ShownTab[]) {
  const chats: { tab: ShownTab; messages: { id: number; bytes: number }[] }[] = []
  let bytes = 0
  for (const tab of tabs) {
    const messages = await reading.toCopy(tab.id, untilOf(found))
    for (const message of messages) bytes += message.bytes
    if (bytes > deps.copyBytes) throw new Problem('TAB_TOO_LARGE', { limit: deps.copyBytes })
    chats.push({ tab, messages })
  }
  return chats
}

interface Running {
  readonly viewer: Person
  readonly step: Step
  readonly built: Built
  /** Returns the link while it is open. */
  still(): Promise<FoundLink>
}

interface Chat {
  readonly tab: ShownTab
  readonly tabIndex: number
  readonly name: string
  readonly messages: readonly { readonly id: number; readonly bytes: number }[]
}

async function copyChat(deps: CopyingDeps, running: Running, chat: Chat): Promise<number[]> {
  const { viewer, step, built, still } = running
  const { tab, tabIndex, name } = chat
  const [toTabId = 0] = await step((tx) =>
    deps.tabs.insertAll(tx, [{ projectId: built.id, tabIndex, name }], built.defaults),
  )
  const ids: number[] = []
  for (const part of stepsOf(chat.messages, ({ bytes }) => bytes, STEP)) {
    const { link } = await still()
    const copy = async (tx: Tx) => {
      // The step has waited for its turn and for the lock: the link may have ended, or show less.
      const now = await store.shownBeside(tx, link.id)
      if (!now?.keyHash.equals(link.keyHash)) throw noSuchLink()
      return deps.queries.copyShown(tx, {
        toTabId,
        userId: viewer.userId,
        ids: part.map(({ id }) => id),
        reasoning: now.reasoning,
        passages: now.passages,
        files: now.files,
        isConfidential: deps.confidentiality.ofMessage('message'),
      })
    }
    ids.push(
      ...(await step(async (tx) => {
        // Deleting a message locks the tab too: the bytes of its attachments are either shared or deleted.
        await store.lockTab(tx, tab.id)
        return copy(tx)
      })),
    )
  }
  return ids
}
