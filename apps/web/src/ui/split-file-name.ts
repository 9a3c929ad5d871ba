/** Splits a file name in two, so that the first part can be cut and the extension stays. */
export function splitFileName(name: string): [start: string, end: string] {
  const characters = Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment)
  const tail = Math.min(14, Math.floor(characters.length / 2))
  return [
    characters.slice(0, characters.length - tail).join(''),
    characters.slice(characters.length - tail).join(''),
  ]
}
