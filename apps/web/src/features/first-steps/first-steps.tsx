import type { Tab } from '@polylogue/contract'
import { Suspense, useState, type ReactNode } from 'react'
import { lazyView } from '#lib/load-code.ts'
import { useViewer, useViewerAttempts } from '#features/session/index.ts'
import { useFirstSteps, useIsGuided } from './api.ts'

const SetUpGuide = lazyView(async () => (await import('./set-up-guide.tsx')).SetUpGuide)

interface FirstStepsProps {
  tab?: Tab
  onShown?: () => void
  children?: ReactNode
}

/**
 * Shows the set-up guide to users who manage models, until it is hidden or completed; otherwise renders `children`. `tab` is
 * the empty chat that contains it; `onShown` is called when it appears there.
 */
export function FirstSteps({ tab, onShown, children = null }: FirstStepsProps) {
  const { data: viewer, isError } = useViewer()
  const { isLate } = useViewerAttempts()
  const wanted = useIsGuided()
  const { data: steps, isPending } = useFirstSteps(wanted)
  // A step completed while the guide is open stays visible.
  const [begun, setBegun] = useState(false)
  const isDone = steps !== undefined && steps.model && steps.question && steps.people
  if (steps && !isDone && !begun) setBegun(true)
  if ((!viewer && !isError && !isLate) || (wanted && isPending)) return null
  if (!wanted || !steps || (isDone && !begun)) return children
  return (
    <Suspense fallback={null}>
      <SetUpGuide steps={steps} tab={tab} onShown={onShown} />
    </Suspense>
  )
}
