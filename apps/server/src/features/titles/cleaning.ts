// The title in a model's reply. Small models add reasoning, labels, Markdown, explanations and whole answers. Pure.
import { cutLetters } from '@polylogue/contract'
import { WORDS } from './rules.ts'

const LETTERS = 60
/** A letter can consist of any number of combining marks. */
const CHARACTERS = 200
/** A reply with more words is a sentence: cut, it would be no title. */
const MOST_WORDS = 10
/** Characters of a reply that are read: reasoning comes first. */
export const MOST_READ = { text: 2_000, thinking: 8_000 } as const
/** Characters of a reply without reasoning: an introduction and a title. */
const MOST_TEXT = 500

const REASONING = /<think(?:ing)?>|\[THINK\]|◁think▷|<\|channel\|>/iu
const LABEL =
  /^(?:(?:chat|conversation)?\s?title|titel|chattitel|заглавие|тема|标题|標題|タイトル)\s?[:：–-]\s?/iu
/** A label behind an introduction: “Sure, here is the title: …”. */
const INTRODUCED = /^.{0,80}\b(?:title|titel|chattitel)[^:：]{0,40}[:：]\s?(?=\S)/iu
const INTRODUCED_BG = /^.{0,80}(?:заглавие)[^:：]{0,40}[:：]\s?(?=\S)/iu
const OUTSIDE =
  /^[\s"'„“”‚‘’«»‹›「」『』《》`*_#>~|.:,;–—-]+|[\s"„“”‚‘’«»‹›「」『』《》`*_#>~|.。:：,;–—-]{1,50}$/gu
/** Control characters, and marks that change the direction of what follows. */
const UNSEEN = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu
const JSON_TITLE = /"(?:title|titel|заглавие)"\s{0,5}:\s{0,5}"([^"\n]{1,300})"/iu
const NUMBER = /^(?:\d{1,2}[.)]|[-*•])\s+/u
/** The end of a sentence of two words or more that another sentence follows. */
const NEXT_SENTENCE = /^(\S+ .*?[^\s.])(?:[.!?]["”“»]? (?=[\p{Lu}\p{Lt}"„“«(])|[。！？])/u
const REFUSALS =
  /^(?:i(?:['’]m| am| can| cannot| do|['’]ll| will| would)\b|sorry\b|as an ai\b|es tut mir leid|ich (?:kann|bin|habe)\b|leider\b|съжалявам|за съжаление|не мога)/iu
/** Words that a cut must not leave at the end. */
const JOINERS = new Set(
  (
    'a an and as at by for from in of on or the to with your ' +
    'als am auf aus bei das dem den der des die ein eine einem einen einer für im in mit oder und vom von vor zu zum zur ' +
    'без в във до за и или към на от по под при с със'
  ).split(' '),
)

/** Returns the title in the reply to these texts; undefined when there is none. */
export function titleOf(reply: string, asked: { question: string; answer: string }): string | undefined {
  const text = withoutThinking(reply.slice(0, MOST_READ.text))
  const line =
    JSON_TITLE.exec(text)?.[1] ??
    text.split(/[\r\n]/).find((one) => cleaned(one) !== '' && !isIntroduction(one) && !one.startsWith('```'))
  if (line === undefined) return undefined
  const title = cleaned(line)
  const alone = NEXT_SENTENCE.exec(title)?.[1] ?? title
  const words = alone.split(' ')
  if (words.length > MOST_WORDS || !/[\p{L}\p{N}]/u.test(alone) || REFUSALS.test(alone)) return undefined
  if (!isInScriptOf(alone, `${asked.question} ${asked.answer}`)) return undefined
  return short(cutAtWord(words))
}

/** Whether a reply is read as far as a title needs. */
export const isEnough = (reply: string): boolean =>
  reply.length > MOST_READ.text || (reply.length > MOST_TEXT && !REASONING.test(reply))

/** Removes reasoning that an engine left in the text, and tokens of its template; unfinished reasoning leaves nothing. */
function withoutThinking(reply: string): string {
  const final = reply.split(/<\|channel\|>final<\|message\|>/u).at(-1) ?? ''
  const [begin, end] = [/<think(?:ing)?>|\[THINK\]|◁think▷/iu, /<\/think(?:ing)?>|\[\/THINK\]|◁\/think▷/iu]
  const after = final.split(end).at(-1) ?? ''
  const before = after.split(begin, 1)[0] ?? ''
  return before.replace(/<\|[a-z_]{1,30}\|>|<\/?[a-z][a-z0-9]{0,20}>/giu, '')
}

/** Whether a line only announces the title: “Here is a title:”. */
const isIntroduction = (line: string): boolean => /[:：]\**\s{0,5}$/u.test(line.trimEnd())

function cleaned(line: string): string {
  const plain = line
    .toWellFormed()
    .replace(UNSEEN, ' ')
    .replace(/\[([^\]\n]{1,200})\]\([^)\n]{0,500}\)/gu, '$1')
    .replace(/[*_`#]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(NUMBER, '')
  const bare = plain.replace(OUTSIDE, '').replace(LABEL, '')
  return bare.replace(INTRODUCED, '').replace(INTRODUCED_BG, '').replace(OUTSIDE, '')
}

function cutAtWord(words: readonly string[]): string {
  if (words.length <= WORDS) return words.join(' ')
  const kept = words.slice(0, WORDS)
  while (kept.length > 2 && JOINERS.has((kept.at(-1) ?? '').toLocaleLowerCase())) kept.pop()
  return cleaned(kept.join(' '))
}

function short(title: string): string {
  const cut = cutLetters(title, LETTERS, CHARACTERS)
  if (cut === title) return title
  const space = cut.lastIndexOf(' ')
  return cleaned(space > 0 ? cut.slice(0, space) : cut)
}

const SCRIPTS = [
  /\p{Script=Latin}/gu,
  /\p{Script=Cyrillic}/gu,
  /\p{Script=Greek}/gu,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  /\p{Script=Hangul}/gu,
  /\p{Script=Arabic}/gu,
  /\p{Script=Hebrew}/gu,
  /\p{Script=Devanagari}/gu,
  /\p{Script=Thai}/gu,
]

/** Whether most letters of a title are of a script of these texts: models that think in another language answer in it. */
function isInScriptOf(title: string, texts: string): boolean {
  const counts = SCRIPTS.map((script) => title.match(script)?.length ?? 0)
  const most = Math.max(...counts)
  const script = SCRIPTS[counts.indexOf(most)]
  return most === 0 || script === undefined || texts.search(script) !== -1
}
