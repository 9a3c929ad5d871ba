import { Suspense } from 'react'
import { useIdle } from '#lib/idle.ts'
import { lazyView } from '#lib/load-code.ts'
import { recall } from '#lib/preferences.ts'
import { useInstalled } from '#features/plugins/index.ts'

const Push = lazyView(async () => (await import('./push.tsx')).Push)

/** Shows notifications of the browser if the person asked for them here. */
export function PushPlace() {
  const isIdle = useIdle()
  const isInstalled = useInstalled('real-time-notifications')
  return (
    isInstalled &&
    isIdle &&
    recall('pushes') && (
      <Suspense fallback={null}>
        <Push />
      </Suspense>
    )
  )
}
