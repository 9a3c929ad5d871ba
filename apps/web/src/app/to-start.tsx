import { LedAway } from '#ui/led-away.tsx'

/**
 * Redirects an address without a page to the start page: unknown ones, `/share`, `/errors`, and pages that are not built.
 */
export function ToStart() {
  return <LedAway why="noPage" />
}
