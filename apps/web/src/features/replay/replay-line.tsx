import type { Tab } from '@polylogue/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useIdle } from '../../lib/idle.ts'
import { lazyView } from '../../lib/load-code.ts'
import { mayHaveReplay } from './may-have-replay.ts'

const ReplayProgress = lazyView(async () => (await import('./replay-progress.tsx')).ReplayProgress)

/** How far the replay into a tab is, above its conversation. Few tabs have one: its code comes behind what is seen first. */
export function ReplayLine({ tab }: { tab: Tab }) {
  const cache = useQueryClient()
  const idle = useIdle()
  if (!idle || !mayHaveReplay(cache, tab)) return null
  return (
    <Suspense fallback={null}>
      <ReplayProgress tab={tab} />
    </Suspense>
  )
}
