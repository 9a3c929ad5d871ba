import { Suspense } from 'react'
import { lazyView } from '../../lib/load-code.ts'
import { useViewer } from '../session/index.ts'
import { useStoredSettings } from '../settings/index.ts'
import { useTour } from './tour-context.tsx'

const OfferCard = lazyView(async () => (await import('./offer-card.tsx')).OfferCard)

/**
 * Offers the tour to a user who has not seen it, once user and settings are loaded. It covers no control: it is part of the
 * navigation, or floats below the bars where there is none.
 */
export function TourOffer({ floating = false }: { floating?: boolean }) {
  const { running } = useTour()
  const { data: viewer } = useViewer()
  const { data: stored } = useStoredSettings()
  const ready = viewer !== undefined && stored !== undefined
  if (!ready || running || stored.showInitialTour === 'true') return null
  return (
    <Suspense fallback={null}>
      <OfferCard floating={floating} />
    </Suspense>
  )
}
