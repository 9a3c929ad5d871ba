// One question for many who ask the same at the same time.

/**
 * Asks once for all who come while the same is being asked, after they came: a program with many requests at once costs one
 * question after the other, and nobody is told what was true before they asked.
 */
export function together<Answer>(ask: (of: string) => Promise<Answer>): (of: string) => Promise<Answer> {
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
