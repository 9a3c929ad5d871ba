// Whether this page session has begun: the start page opens once for a session of a browser tab, so that a reload and the way
// back to the dashboard stay where they are.

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

/** For a browser that keeps nothing. */
let inMemory = false
