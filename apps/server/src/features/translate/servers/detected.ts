// The language that a server detected in the parts of a text.

export interface Detected {
  /** Notes the language of a part; anything but a code is ignored. */
  add(code: unknown, part: string): void
  /** Returns the code of most characters, or undefined without any. */
  most(): string | undefined
}

export function openDetected(): Detected {
  const characters = new Map<string, number>()
  return {
    add(code, part) {
      if (typeof code === 'string' && code !== '')
        characters.set(code, (characters.get(code) ?? 0) + part.length)
    },
    most: () => [...characters].sort(([, one], [, other]) => other - one)[0]?.[0],
  }
}
