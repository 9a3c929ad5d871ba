/** Returns a text in an encoding of one or two bytes a character, which is known to TextDecoder. */
export function encode(text: string, label: string): Buffer {
  const decoder = new TextDecoder(label, { fatal: true })
  const known = new Map<string, readonly number[]>()
  const learn = (...bytes: number[]) => {
    try {
      const character = decoder.decode(Uint8Array.from(bytes))
      if (Array.from(character).length === 1 && !known.has(character)) known.set(character, bytes)
    } catch {
      // No character.
    }
  }
  for (let byte = 0; byte < 256; byte++) learn(byte)
  const isWide = /^(?:gb|big5|shift|euc)/.test(label)
  for (let first = 0x81; isWide && first < 0xff; first++)
    for (let second = 0x40; second < 0xff; second++) learn(first, second)
  return Buffer.from(
    Array.from(text).flatMap((character) => {
      const bytes = known.get(character)
      if (!bytes) throw new Error(`${label} has no ${character}`)
      return [...bytes]
    }),
  )
}
