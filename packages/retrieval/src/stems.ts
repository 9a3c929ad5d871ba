// Reduces a word to its stem in a language, and to its first letters without accents.
import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as german } from '@orama/stemmers/german'
import { folded } from './folded.ts'
import { readableForm } from './german-plurals.ts'
import type { TextLanguage } from './languages.ts'

/** Number of cached stems per language; beyond it, the cache is emptied. */
const KEPT = 100_000
const BEGINNING = 5

const stemmers: Readonly<Record<TextLanguage, (word: string) => string>> = {
  // “Café” is typed as “cafe”, and what has no language of its own here is read as English.
  en: (word) => wholeEnglish(withoutAccents(word)),
  de: (word) => german(readableForm(word)),
  bg: bulgarian,
}
const kept: Readonly<Record<TextLanguage, Map<string, string>>> = {
  en: new Map(),
  de: new Map(),
  bg: new Map(),
}

/** Returns the stem of a word in lower case. */
export function stemOf(word: string, language: TextLanguage): string {
  const stems = kept[language]
  const known = stems.get(word)
  if (known !== undefined) return known
  if (stems.size >= KEPT) stems.clear()
  const stem = stemmers[language](word)
  stems.set(word, stem)
  return stem
}

export function isAscii(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (word.charCodeAt(at) >= 0x80) return false
  return true
}

/** Caches the letter without accent for each UTF-16 unit. */
const plainUnits = new Map<number, string>()

/** Removes accents; “ß” becomes “ss”, “ł” becomes “l”. */
export function withoutAccents(word: string): string {
  if (isAscii(word)) return word
  let plain = ''
  for (let at = 0; at < word.length; at++) plain += plainUnit(word.charCodeAt(at))
  return plain
}

function plainUnit(unit: number): string {
  const known = plainUnits.get(unit)
  if (known !== undefined) return known
  // Marks of all scripts: the words of many end in one.
  const plain = folded(String.fromCharCode(unit)).normalize('NFD').replace(/\p{M}/gu, '')
  plainUnits.set(unit, plain)
  return plain
}

/** The article and what is written together with it in Arabic, before a word of three letters at least. */
const ARTICLE = /^(?:[وفبك]?ال|لل)(?=\p{sc=Arabic}{3})/u

/** Returns the first letters of a word without accents and article; never splits a character. */
export function beginningOf(word: string): string {
  const plain = withoutAccents(word).replace(ARTICLE, '')
  const first = plain.slice(0, BEGINNING)
  return first.isWellFormed() ? first : plain.slice(0, BEGINNING + 1)
}

/** The package's stemmer removes one letter too many with “ion”: “connec” instead of “connect”. */
function wholeEnglish(word: string): string {
  const stem = english(word)
  const isCut = word.startsWith(stem) && /^[st]ions?$/.test(word.slice(stem.length))
  return isCut ? word.slice(0, stem.length + 1) : stem
}

/** Suffixes of Bulgarian words, longest first; at least three letters of a word remain. */
const ENDING =
  /(?:овете|евете|яването|аването|янето|ваме|вате|ията|ите|ият|ове|еве|уването|ването|ането|яване|уване|аване|иване|ване|увам|вам|ието|яне|ане|ене|ата|ята|ъта|ето|ото|ват|ва|ът|ят|та|то|те|ам|ям|ия|ие|ии|а|я|о|е|и|м|ш)$/
const LEAST = 3

function bulgarian(word: string): string {
  const ending = ENDING.exec(word)?.[0] ?? ''
  const rest = word.length - ending.length < LEAST ? word : word.slice(0, word.length - ending.length)
  // “Смяна” and “сменя”, “свързване” and “свържа”.
  return rest.replace(/я(?=.$)/, 'е').replace(/ж$/, 'з')
}
