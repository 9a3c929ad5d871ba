import type { Project, Tab } from '@polylogue/contract'
import { useState } from 'react'
import { Announcer } from './announcer.tsx'
import { useMessages } from './api.ts'
import { Composer } from './composer.tsx'
import css from './conversation.module.css'
import { ReadOnly } from './read-only.tsx'
import { Thread } from './thread.tsx'
import { turnsOf } from './turns.ts'
import { useBottom } from './bottom.ts'
import { useFiles } from './use-files.ts'
import { useFollowing, useRuns } from './use-runs.ts'

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
  const list = messages.data?.pages.flatMap((page) => page.messages) ?? []
  const turns = turnsOf(list, runs, (queryId) => store.keyOf(queryId))
  const bottom = useBottom()
  const files = useFiles(tab)
  const [dragged, setDragged] = useState(false)
  useFollowing(store, project, tab, list)
  const drop = canWrite ? dropHandlers(files.add, setDragged) : {}
  return (
    <div className={css.conversation} {...drop}>
      <Thread
        project={project}
        tab={tab}
        canWrite={canWrite}
        messages={messages}
        turns={turns}
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
    </div>
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
