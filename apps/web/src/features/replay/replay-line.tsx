import type { Tab } from '@polylogue/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useIdle } from '#lib/idle.ts'
import { lazyView } from '#lib/load-code.ts'
import { mayHaveReplay } from './may-have-replay.ts'

const ReplayProgress = lazyView(async () => (await import('./replay-progress.tsx')).ReplayProgress)

/** Shows the progress of a replay above the conversation. Its code loads late, because few tabs have one. */
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
