const EVERY_MS = 5_000

/** Prints progress every five seconds; nothing for short work. Call the returned function with the count. */
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
