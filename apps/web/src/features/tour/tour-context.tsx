import { createContext, Suspense, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import { useDialogs } from '#lib/dialogs.ts'
import { lazyView } from '#lib/load-code.ts'
import { useStoreSetting } from '#features/settings/index.ts'

interface TourState {
  running: boolean
  start: () => void
  /** Ends or declines the tour; it is not offered again (setting 11). */
  end: () => void
}

const TourContext = createContext<TourState | null>(null)

/** `?dialog=tour` starts the tour, from a menu, a tile or a link. */
export const TOUR = 'tour'

const TourCard = lazyView(async () => (await import('./tour-card.tsx')).TourCard)

/** Renders the running tour above the page; it persists across navigation. */
export function TourProvider({ children }: { children: ReactNode }) {
  const { open, close } = useDialogs()
  const store = useStoreSetting()
  const [running, setRunning] = useState(false)
  const asked = open === TOUR
  if (asked && !running) setRunning(true)
  useEffect(() => {
    if (asked) close()
  }, [asked, close])
  const value = useMemo<TourState>(
    () => ({
      running,
      start: () => setRunning(true),
      end() {
        setRunning(false)
        store('showInitialTour', 'true')
      },
    }),
    [running, store],
  )
  return (
    <TourContext value={value}>
      {children}
      {running && (
        <Suspense fallback={null}>
          <TourCard onEnd={value.end} onFail={() => setRunning(false)} />
        </Suspense>
      )}
    </TourContext>
  )
}

/** Returns whether the tour is running, and functions to start and end it. */
export function useTour(): TourState {
  const value = use(TourContext)
  if (!value) throw new Error('TourProvider is missing')
  return value
}
