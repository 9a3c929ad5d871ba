import { Suspense } from 'react'
import { useFindInChat } from '#lib/find-in-chat.ts'
import { lazyView } from '#lib/load-code.ts'
import { useShortcut } from '#lib/shortcuts.ts'
import type { Bottom } from '../scroll/bottom.ts'

const FindBar = lazyView(async () => (await import('./find-bar.tsx')).FindBar)

interface FindInChatProps {
  tabId: number
  bottom: Bottom
  known: number
  more: boolean
}

/** Shows the find bar once the user opens it. */
export function FindInChat(props: FindInChatProps) {
  const find = useFindInChat()
  useShortcut('KeyF', find.show, !find.open)
  if (!find.open) return null
  return (
    <Suspense fallback={null}>
      <FindBar {...props} onClose={find.close} />
    </Suspense>
  )
}
