/** Returns the storage of this browser; undefined where it is forbidden. */
export function localStore(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}
