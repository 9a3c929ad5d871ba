// Combines identical concurrent queries.

/**
 * Combines identical queries: all callers that arrive while one is running share the next one, so that nobody gets a result
 * from before their call. A client with many concurrent requests costs one query at a time.
 */
export function coalesce<Answer>(ask: (of: string) => Promise<Answer>): (of: string) => Promise<Answer> {
  const running = new Map<string, Promise<Answer>>()
  const following = new Map<string, Promise<Answer>>()
  const begin = (of: string): Promise<Answer> => {
    const asked = ask(of)
    running.set(of, asked)
    const ended = () => running.get(of) === asked && running.delete(of)
    asked.then(ended, ended)
    return asked
  }
  return (of) => {
    const now = running.get(of)
    if (!now) return begin(of)
    const begun = () => {
      following.delete(of)
      return begin(of)
    }
    const waiting = following.get(of) ?? now.catch(() => undefined).then(begun)
    following.set(of, waiting)
    return waiting
  }
}
