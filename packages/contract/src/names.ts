// Names that nobody typed (decision 100). Has no dependencies, because the server and the web both use it.
import { cutLetters, cutText } from './cut-text.ts'

/** Name of a user's default project until its first question (PROJECT-3). */
export const DEFAULT_NAME = 'Default'

const NEW_CHAT: Readonly<Record<string, string>> = { en: 'New chat', de: 'Neuer Chat', bg: 'Нов чат' }

/** Names of chats without a question, in any language, because the user may have switched it since. */
export const PROVISIONAL_NAMES: readonly string[] = [DEFAULT_NAME, ...Object.values(NEW_CHAT)]

/** Returns the name of a new chat in a language; custom languages use the English name. */
export const provisionalName = (language: string): string => NEW_CHAT[language] ?? 'New chat'

export const isProvisionalName = (name: string): boolean => PROVISIONAL_NAMES.includes(name)

/** Whether a name of a tab is its number only (PROJECT-9); `placeName` of `tabs/table.ts` has the same rule. */
export const isNumberOfTab = (name: string): boolean => /^Tab \d{1,9}$/.test(name)

/** Returns the names of a project and its tab on one line, without a name of the tab that says nothing more. */
export const placeName = (project: string, tab: string, separator = ' · '): string =>
  tab === project || isNumberOfTab(tab) ? project : `${project}${separator}${tab}`

const MAX_LETTERS = 80
/** A letter can consist of any number of combining marks; a name may have 200 characters. */
const MAX_CHARACTERS = 200
/** Characters of a question that are looked at. */
const READ = 2_000

/** Returns the first words of a question on one line, the name of its chat (PROJECT-9: six words). */
export function nameOfQuestion(question: string, words = 6): string {
  const plain = cutText(question.trimStart(), READ)
    .replace(/[#*_`>|~]+/g, ' ')
    .trim()
  const first = plain.split(/\s+/, words).join(' ')
  // For languages without spaces, limits the characters instead.
  const cut = cutLetters(first, MAX_LETTERS, MAX_CHARACTERS)
  const space = cut === first ? -1 : cut.lastIndexOf(' ')
  return (space > 0 ? cut.slice(0, space) : cut).replace(/(?<![\s,;:–-])[\s,;:–-]+$/, '')
}
