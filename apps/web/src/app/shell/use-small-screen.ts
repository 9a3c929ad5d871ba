import { useStore } from '#lib/store.ts'

const query = window.matchMedia('(max-width: 1024px)')

/** Returns whether the window is at most 1024 px wide: the navigation is a drawer, panels and dialogs are sheets. */
export function useSmallScreen(): boolean {
  return useStore(screen)
}

const screen = {
  get: () => query.matches,
  subscribe(listener: () => void) {
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  },
}
