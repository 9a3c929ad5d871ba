// Letters of two scripts that look alike: recognised in several languages, “THE” may come in Cyrillic letters. Pure.

const LATIN = 'AaBCcEeHIiJjKMOoPpSsTXxYy'
const CYRILLIC = 'АаВСсЕеНІіЈјКМОоРрЅѕТХхУу'

/** The share of a paragraph's letters from which on it is written in one script. */
const MOST = 0.75
const isLatin = /\p{Script=Latin}/u
const isCyrillic = /\p{Script=Cyrillic}/u

const LETTERS = Array.from(LATIN, (letter, at) => [letter, CYRILLIC[at] ?? ''] as const)
const TO_CYRILLIC: ReadonlyMap<string, string> = new Map(LETTERS)
const TO_LATIN: ReadonlyMap<string, string> = new Map(LETTERS.map(([latin, cyrillic]) => [cyrillic, latin]))

/** Returns the words of a paragraph, each in one script where its letters allow that: the others look like those of its neighbours. */
export function inOneScript(words: readonly string[]): string[] {
  const letters = Array.from(words.join(''))
  const count = (script: RegExp) => letters.filter((letter) => script.test(letter)).length
  const [latin, cyrillic] = [count(isLatin), count(isCyrillic)]
  if (latin === 0 || cyrillic === 0) return [...words]
  const most = MOST * (latin + cyrillic)
  return words.map((word) => {
    const all = Array.from(word)
    const others = (script: RegExp, known: ReadonlyMap<string, string>) =>
      all.every((letter) => !script.test(letter) || known.has(letter))
    const [couldBeLatin, couldBeCyrillic] = [others(isCyrillic, TO_LATIN), others(isLatin, TO_CYRILLIC)]
    const toLatin = couldBeLatin && (!couldBeCyrillic || latin >= most)
    const toCyrillic = couldBeCyrillic && (!couldBeLatin || cyrillic >= most)
    if (toLatin === toCyrillic) return word
    const known = toLatin ? TO_LATIN : TO_CYRILLIC
    return all.map((letter) => known.get(letter) ?? letter).join('')
  })
}
