// The 2 px bar at the top of the window during startup (PAGE-3): every finished step adds 10 units;
// at 130 it disappears. It is in index.html, outside of React's root, so that it exists before this code.
import type { QueryClient } from '@tanstack/react-query'

const STEP = 10
const COMPLETE = 130
/** Startup ends after this many milliseconds without a pending request. */
const QUIET = 150

/** The steps of a start in their order (PAGE-3): 13, of 10 units each. Who is not signed in has the first five. */
export const STEPS = [
  'stage-config',
  'config',
  'merge',
  'branding',
  'headers',
  'settings',
  'theme',
  'models',
  'options',
  'plugins',
  'projects',
  'start-page',
  'mode',
] as const
export type Step = (typeof STEPS)[number]

/** Returns the progress of a start, 0 to 130; each step counts once. */
export const unitsOf = (done: Iterable<Step>): number => new Set(done).size * STEP

export interface StartUpBar {
  done(...steps: readonly Step[]): void
  /** Everything that this page needs is loaded. */
  finish(): void
}

/** Returns the bar for its element. */
export function createStartUpBar(element: HTMLElement | null): StartUpBar {
  const done = new Set<Step>()
  const add = (...steps: readonly Step[]) => {
    steps.forEach((step) => done.add(step))
    if (!element?.isConnected) return
    const units = unitsOf(done)
    element.style.transform = `scaleX(${units / COMPLETE})`
    element.setAttribute('aria-valuenow', String(units))
    if (units < COMPLETE) return
    element.dataset['complete'] = ''
    setTimeout(() => element.remove(), 300)
  }
  return { done: add, finish: () => add(...STEPS) }
}

const STEPS_OF_NOUN: readonly (readonly [noun: string, ...steps: Step[]])[] = [
  ['settings', 'settings', 'theme', 'plugins', 'mode'],
  ['models', 'models', 'options'],
  ['projects', 'projects'],
  ['tabs', 'start-page'],
]

interface Options {
  bar: StartUpBar
  cache: QueryClient
  /** `initialized` means that the first page is loaded. */
  router: { state: { initialized: boolean }; subscribe(listener: () => void): () => void }
  /** Called when the start is over. */
  over: () => unknown
}

/** Tracks what the first page loads; requests that a page does not make are not awaited. */
export function followStart({ bar, cache, router, over }: Options): void {
  let pause: ReturnType<typeof setTimeout> | undefined
  const queries = cache.getQueryCache()
  const isThere = (noun: string) =>
    queries.findAll({ queryKey: [noun] }).some(({ state }) => state.status !== 'pending')
  const finish = () => {
    // A repeated attempt may take long; it is not part of the start.
    if (cache.isFetching({ predicate: ({ state }) => state.fetchFailureCount === 0 }) > 0) return
    stops.forEach((stop) => stop())
    bar.finish()
    over()
  }
  const look = () => {
    if (!router.state.initialized) return
    for (const [noun, ...steps] of STEPS_OF_NOUN) if (isThere(noun)) bar.done(...steps)
    clearTimeout(pause)
    pause = setTimeout(finish, QUIET)
  }
  // The cache notifies in the middle of a change.
  const stops = [router.subscribe(look), queries.subscribe(() => queueMicrotask(look))]
  look()
}
