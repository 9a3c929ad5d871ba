import type { Message, Project, Tab } from '@polylogue/contract'
import { useLayoutEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSeen } from '../../lib/unread.ts'
import { PRINT } from '../export/index.ts'
import { Announcer } from './answer/announcer.tsx'
import { useMessages } from './messages/api.ts'
import { Composer } from './composer/composer.tsx'
import css from './conversation.module.css'
import { ReadOnly } from './composer/read-only.tsx'
import type { Run, Runs } from './stream/runs.ts'
import { Thread } from './thread/thread.tsx'
import { ChatDialogs } from './print/chat-dialogs.tsx'
import { createFiller, FillerContext } from './composer/filler.ts'
import { FindInChat } from './find/find-in-chat.tsx'
import { createShownVersions, ShownContext, type ShownVersions } from './versions/shown.ts'
import { createTurnSharing, lastShown, turnsOf, type Turn } from './versions/turns.ts'
import { useBottom } from './scroll/bottom.ts'
import { useFiles } from './files/use-files.ts'
import { usePart } from './thread/use-part.ts'
import { useFollowing, useRuns } from './messages/use-runs.ts'

const NONE: readonly Message[] = []

interface ConversationProps {
  project: Project
  tab: Tab
  /** Whether one may ask, rate and stop; else one reads. */
  canWrite: boolean
}

/** What one sees while talking: the thread of a tab and the composer below it (chat specification, sections 2 and 4). */
export function Conversation({ project, tab, canWrite }: ConversationProps) {
  const messages = useMessages(tab.id)
  const { store, runs } = useRuns(tab.id)
  const { data } = messages
  const list = data?.messages ?? NONE
  const hasOlder = typeof data?.nextCursor === 'string'
  const [shown] = useState(createShownVersions)
  const [filler] = useState(createFiller)
  const turns = useTurns(list, runs, store, shown)
  const bottom = useBottom()
  const drawn = usePart(turns, useEverything(), bottom.isAtEnd)
  const files = useFiles(tab)
  const [dragged, setDragged] = useState(false)
  useFollowing(store, project, tab, list)
  useSeen(tab)
  const drop = canWrite ? dropHandlers(files.add, setDragged) : {}
  return (
    <ShownContext value={shown}>
      <FillerContext value={filler}>
        <div className={css.conversation} {...drop}>
          <FindInChat tabId={tab.id} bottom={bottom} known={list.length} more={hasOlder || !drawn.whole} />
          <Thread
            project={project}
            tab={tab}
            canWrite={canWrite}
            messages={messages}
            drawn={drawn}
            bottom={bottom}
          />
          <Announcer runs={runs} messages={list} />
          {canWrite ? (
            <Composer
              key={tab.id}
              project={project}
              tab={tab}
              files={files}
              dragged={dragged}
              onSent={bottom.jump}
            />
          ) : (
            <ReadOnly project={project} />
          )}
          <ChatDialogs project={project} tab={tab} known={data && list.length} whole={drawn.whole} />
        </div>
      </FillerContext>
    </ShownContext>
  )
}

/** Whether the address asks for something that needs the whole chat: finding in it, printing it, a message somewhere above. */
function useEverything(): boolean {
  const [params] = useSearchParams()
  return params.has('find') || params.has('message') || params.get('dialog') === PRINT
}

/** The turns as they are shown; those that did not change since the last frame are the same objects. */
function useTurns(
  list: readonly Message[],
  runs: readonly Run[],
  store: Runs,
  shown: ShownVersions,
): readonly Turn[] {
  const [share] = useState(createTurnSharing)
  const turns = useMemo(
    () => share(turnsOf(list, runs, (queryId) => store.keyOf(queryId))),
    [share, list, runs, store],
  )
  useLayoutEffect(() => shown.update(turns, lastShown(list, runs).ids), [shown, turns, list, runs])
  return turns
}

function dropHandlers(add: (files: readonly File[]) => void, setDragged: (dragged: boolean) => void) {
  const hasFiles = (event: React.DragEvent) => event.dataTransfer.types.includes('Files')
  return {
    onDragOver: (event: React.DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setDragged(true)
    },
    onDragLeave: (event: React.DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDragged(false)
    },
    onDrop: (event: React.DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setDragged(false)
      add([...event.dataTransfer.files])
    },
  }
}
