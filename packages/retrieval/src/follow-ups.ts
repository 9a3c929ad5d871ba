// Recognises by its form a question that needs the one before it: “And for trainees?”, “Who approves it?”.
import { isCommonWord } from './common-words.ts'
import { isStopWord, type TextLanguage } from './languages.ts'
import { scanWords } from './scan.ts'
import { normalWord } from './words.ts'

const setOf = (list: string): ReadonlySet<string> => new Set(list.split(' '))

interface Forms {
  /** First words that join a question to what was said before. */
  readonly opening: RegExp
  /** Words that point to something named before. */
  readonly pointing: ReadonlySet<string>
  /** Words around a pointing one, which is marked with “^”, that make it point to nothing, or to what follows. */
  readonly empty: RegExp
}

const FORMS: Readonly<Record<TextLanguage, Forms>> = {
  en: {
    opening: /^(?:and|but|or|then|so|also|what about|how about|what if)(?= )/,
    pointing: setOf('it its they them their theirs this that these those there then he him his she her'),
    empty:
      /(?:is|are|was|were|be) \^there|\^there (?:is|are|was|were)|\^it (?:take|takes|cost|costs)(?: \S+){0,2} to |(?:is|was|be|has|would) \^it (?:been |be )?\S+ (?:to|that|if|for|when|whether) |\^those who |^(?!(?:does|do|did|is|are|was|can|will|has|have|about|of|from|for|with|like|to|after|before|than) )\S* ?\^that /,
  },
  de: {
    opening:
      /^(?:und|aber|oder|dann|sondern|wie (?:ist|wäre|sieht) es (?:aus )?(?:mit|bei)|was ist (?:mit|bei))(?= )/,
    pointing: setOf(
      'es sie er ihn ihm ihnen das dies diese dieser diesen diesem dieses dabei dafür dazu davon damit daran darüber darauf dagegen danach davor darin daraus dort dann dasselbe sein seine seinem seinen seiner seines',
    ),
    empty:
      /(?:gibt|geht) \^es|\^es (?:gibt|geht)|(?:ist|war) \^es \S+ (?:zu|dass|wenn|ob) |\^das [A-ZÄÖÜ]|\^Sie |\^sein (?![A-ZÄÖÜ])/,
  },
  bg: {
    opening: /^(?:и|а|но|или|ами|тогава)(?= )/,
    pointing: setOf(
      'той тя то те го ги му им него нея тях това този тази тези там тогава неговият неговата неговото нейният нейната нейното техният тяхната тяхното същото същата',
    ),
    empty: /\^(?:този|тази|тези|това|те|това) (?:който|която|които|което) /,
  },
}

/** Words that are read: people point at the beginning. */
const READ = 40

/** Returns whether a question points to something that it does not name, or is joined to the one before it. */
export function leansByForm(q: string, languages: readonly TextLanguage[]): boolean {
  const words: string[] = []
  scanWords(q.slice(0, 1_000), (from, to, what) => {
    if (what === 'word' && words.length < READ) words.push(q.slice(from, to))
  })
  return languages.some((language) => leansIn(words, language))
}

function leansIn(words: readonly string[], language: TextLanguage): boolean {
  const { opening, pointing, empty } = FORMS[language]
  const text = words.join(' ').toLowerCase()
  if (opening.test(`${text} `)) return true
  let isTelling = false
  for (const [index, written] of words.entries()) {
    const word = normalWord(written)
    if (pointing.has(word) && !empty.test(aroundOf(words, index))) return true
    // What is named before a pointing word is what it points to, except by a verb: “Who approves it?”.
    if (isTelling) return false
    isTelling = !isStopWord(word, language) && !isCommonWord(word, language)
  }
  return false
}

/** Returns a word with those beside it: the others in lower case, the next one as it is written. */
function aroundOf(words: readonly string[], index: number): string {
  const before = words[index - 1]?.toLowerCase() ?? ''
  return `${before} ^${words.slice(index, index + 6).join(' ')} `
}
