import { Suspense } from 'react'
import { useUnread } from '#features/notifications/index.ts'
import { useIdle } from '#lib/idle.ts'
import { lazyView } from '#lib/load-code.ts'

const Banners = lazyView(async () => (await import('./banners.tsx')).Banners)

/** The banners of administrators, which come with the bell’s list; their code loads where there is one. */
export function BannerPlace() {
  const banners = useUnread(useIdle()).data?.banners ?? []
  return (
    banners.length > 0 && (
      <Suspense fallback={null}>
        <Banners of={banners} />
      </Suspense>
    )
  )
}
