// The address of a comparison is `?compare=<id>` on its project, with `stream=off` if answers are shown only when complete.

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns the comparison id of an address; null if missing or malformed. */
export function compareIdOf(params: URLSearchParams): string | null {
  const id = params.get('compare')
  return id !== null && UUID.test(id) ? id : null
}

export const streamsIn = (params: URLSearchParams): boolean => params.get('stream') !== 'off'

/** Returns the address of a comparison in the current project. */
export function compareParams(now: URLSearchParams, compareId: string, stream: boolean): URLSearchParams {
  const next = withoutCompare(now)
  next.set('compare', compareId)
  if (!stream) next.set('stream', 'off')
  return next
}

/** Returns the address without the comparison. */
export function withoutCompare(now: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(now)
  for (const name of ['compare', 'stream', 'dialog']) next.delete(name)
  return next
}
