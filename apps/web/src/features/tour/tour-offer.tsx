import { Suspense } from 'react'
import { lazyView } from '#lib/load-code.ts'
import { useViewer } from '#features/session/index.ts'
import { useStoredSettings } from '#features/settings/index.ts'
import { useTour } from './tour-context.tsx'

const OfferCard = lazyView(async () => (await import('./offer-card.tsx')).OfferCard)

/**
 * Offers the tour to a user who has not seen it, once user and settings are loaded. It covers nothing: it is part of the
 * navigation, and of the start page where the navigation is hidden.
 */
export function TourOffer() {
  const { running } = useTour()
  const { data: viewer } = useViewer()
  const { data: stored } = useStoredSettings()
  const ready = viewer !== undefined && stored !== undefined
  if (!ready || running || stored.showInitialTour === 'true') return null
  return (
    <Suspense fallback={null}>
      <OfferCard />
    </Suspense>
  )
}
