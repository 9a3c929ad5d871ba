// The 2 px bar at the window's top while the product starts (shell specification, section 9): every step that is done is 10
// units, and with 130 it is gone. It stands in index.html, outside of React's root: it is there before this code, and nothing
// begins anew when a page takes over.
import type { QueryClient } from '@tanstack/react-query'

const STEP = 10
const COMPLETE = 130
/** Nothing on its way for this long: what comes now is no longer the start. */
const QUIET = 150

/** What a start consists of (shell specification, section 4), as far as this product does it. */
export const STEPS = [
  'texts',
  'stage-config',
  'config',
  'session',
  'shell',
  'page',
  'settings',
  'theme',
  'models',
  'options',
  'projects',
  'start-page',
  'mode',
] as const
export type Step = (typeof STEPS)[number]

/** How far a start is, 0 to 130; a step counts once. */
export const unitsOf = (done: Iterable<Step>): number => new Set(done).size * STEP

export interface StartUpBar {
  done(...steps: readonly Step[]): void
  /** All that this page needs is there. */
  finish(): void
}

/** The bar on its element. */
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
  ['settings', 'settings', 'theme', 'mode'],
  ['models', 'models'],
  ['projects', 'projects'],
  ['tabs', 'start-page'],
]

interface Given {
  bar: StartUpBar
  cache: QueryClient
  /** Its first page has been loaded. */
  router: { state: { initialized: boolean }; subscribe(listener: () => void): () => void }
  /** What comes when the start is over. */
  over: () => unknown
}

/** Counts what the first page loads. What a page does not ask for it does not wait for. */
export function followStart({ bar, cache, router, over }: Given): void {
  let pause: ReturnType<typeof setTimeout> | undefined
  const queries = cache.getQueryCache()
  const isThere = (noun: string) =>
    queries.findAll({ queryKey: [noun] }).some(({ state }) => state.status !== 'pending')
  const finish = () => {
    if (cache.isFetching() > 0) return
    stops.forEach((stop) => stop())
    bar.finish()
    over()
  }
  const look = () => {
    if (!router.state.initialized) return
    bar.done('shell', 'page')
    for (const [noun, ...steps] of STEPS_OF_NOUN) if (isThere(noun)) bar.done(...steps)
    clearTimeout(pause)
    pause = setTimeout(finish, QUIET)
  }
  // The cache tells of a change while it is making it.
  const stops = [router.subscribe(look), queries.subscribe(() => queueMicrotask(look))]
  look()
}
