import type { Message, Project, Tab } from '@polylogue/contract'
import { useMemo, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useSeen } from '#features/runs/index.ts'
import { PRINT } from '#features/export/index.ts'
import { Announcer } from './answer/announcer.tsx'
import { useFollowingIn, useMessages, useRuns } from './messages/index.ts'
import { Composer } from './composer/composer.tsx'
import { createFiller, FillerContext } from './composer/filler.ts'
import { ReadOnly } from './composer/read-only.tsx'
import css from './conversation.module.css'
import type { Run, Runs } from '#features/runs/index.ts'
import { Thread } from './thread/thread.tsx'
import { useRenderedTurns } from './thread/use-rendered-turns.ts'
import { ChatDialogs } from './print/chat-dialogs.tsx'
import { FindInChat } from './find/find-in-chat.tsx'
import { createTurnSharing, type Turn, turnsOf } from './versions/turns.ts'
import { useBottom } from './scroll/bottom.ts'
import { useFiles } from './files/index.ts'

const NONE: readonly Message[] = []

interface ConversationProps {
  project: Project
  tab: Tab
  /** Whether the user can ask, rate and stop; otherwise the thread is read-only. */
  canWrite: boolean
  /** Shown in the bar of the composer. */
  children?: ReactNode
}

/** Shows the thread of a tab and the composer below it (PAGE-6). */
export function Conversation({ project, tab, canWrite, children }: ConversationProps) {
  const messages = useMessages(tab.id)
  const { store, runs } = useRuns(tab.id)
  const { data } = messages
  const list = data?.messages ?? NONE
  const hasOlder = typeof data?.nextCursor === 'string'
  const [filler] = useState(createFiller)
  const turns = useTurns(list, runs, store)
  const bottom = useBottom()
  const drawn = useRenderedTurns(turns, useEverything(), bottom.isAtEnd)
  const files = useFiles(tab)
  const [dragged, setDragged] = useState(false)
  useFollowingIn(store, tab, list)
  useSeen(tab)
  const drop = canWrite ? dropHandlers(files.add, setDragged) : {}
  return (
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
          >
            {children}
          </Composer>
        ) : (
          <ReadOnly project={project} />
        )}
        <ChatDialogs project={project} tab={tab} known={data && list.length} whole={drawn.whole} />
      </div>
    </FillerContext>
  )
}

/** Whether the address needs the whole chat: for find, print, or a link to an older message. */
function useEverything(): boolean {
  const [params] = useSearchParams()
  return params.has('find') || params.has('message') || params.get('dialog') === PRINT
}

/** Returns the turns to show; turns that did not change since the last render keep their identity. */
function useTurns(list: readonly Message[], runs: readonly Run[], store: Runs): readonly Turn[] {
  const [share] = useState(createTurnSharing)
  return useMemo(
    () => share(turnsOf(list, runs, (queryId) => store.keyOf(queryId))),
    [share, list, runs, store],
  )
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
