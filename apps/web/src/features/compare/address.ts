// A comparison is in the address of its project: `?compare=<id>`, with `stream=off` when its answers appear once they are complete.

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The comparison of an address; null when there is none, or none that could exist. */
export function compareIdOf(params: URLSearchParams): string | null {
  const id = params.get('compare')
  return id !== null && UUID.test(id) ? id : null
}

export const streamsIn = (params: URLSearchParams): boolean => params.get('stream') !== 'off'

/** The address of a comparison, from anywhere in its project. */
export function compareParams(now: URLSearchParams, compareId: string, stream: boolean): URLSearchParams {
  const next = withoutCompare(now)
  next.set('compare', compareId)
  if (!stream) next.set('stream', 'off')
  return next
}

/** The address of the project's tabs again. */
export function withoutCompare(now: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(now)
  for (const name of ['compare', 'stream', 'dialog']) next.delete(name)
  return next
}
