import { Suspense } from 'react'
import { lazyView } from '#lib/load-code.ts'
import { useFirstSteps, useIsGuided } from './api.ts'

const NextStep = lazyView(async () => (await import('./next-step.tsx')).NextStep)

/** Leads back to the set-up guide from any page until it is completed or hidden. */
export function NextStepRow() {
  const { data: steps } = useFirstSteps(useIsGuided(), 'seldom')
  if (!steps) return null
  return (
    <Suspense fallback={null}>
      <NextStep steps={steps} />
    </Suspense>
  )
}
