// Tracks whether the page session has started: the start page opens once per session of a browser tab, so that a reload and
// a link to the dashboard are not redirected.

const KEY = 'polylogue.started'

export function hasStarted(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null
  } catch {
    return inMemory
  }
}

export function markStarted(started: boolean): void {
  inMemory = started
  try {
    if (started) sessionStorage.setItem(KEY, '1')
    else sessionStorage.removeItem(KEY)
  } catch {
    return
  }
}

/** Fallback for a browser without storage; like it, of the browser's tab. */
let inMemory = false
