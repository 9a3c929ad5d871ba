/** Collects unique ids for `ms` after the first, then calls `send`. */
export function gather(ms: number, send: (ids: number[]) => void) {
  const ids = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  return {
    take(id: number) {
      ids.add(id)
      timer ??= setTimeout(() => {
        timer = undefined
        const gathered = [...ids]
        ids.clear()
        send(gathered)
      }, ms)
    },
    close: () => clearTimeout(timer),
  }
}
