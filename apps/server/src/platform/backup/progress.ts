const EVERY_MS = 5_000

/** Says every five seconds how far something is; nothing when it is done before. The function takes how many were done. */
export function progressOf(say: (line: string) => void, what: string, of?: number): (done: number) => void {
  let total = 0
  let said = performance.now()
  return (done) => {
    total += done
    if (performance.now() - said < EVERY_MS) return
    said = performance.now()
    say(`${what}: ${total.toLocaleString('en')}${of === undefined ? '' : ` of ${of.toLocaleString('en')}`}`)
  }
}
