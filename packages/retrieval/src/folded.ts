// Compares texts as people type them, without case and accents: in data sources, chats, lists and the page. Migration 0065 has the
// same in SQL.

/** Marks on letters that are typed without them, for regular expressions; in other scripts, marks are letters. */
export const MARKS =
  '\\u0300-\\u036f\\u0483-\\u0487\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed'

/** Letters that are no letter with an accent to Unicode, but are typed as one; the end form of the Greek sigma. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
}

const MARK = new RegExp(`[${MARKS}]+`, 'g')
const LETTER = /[ßẞæÆœŒþÞłŁøØđĐðÐħĦıς]/g

/** Returns a text without accents, composed; the letters of `LETTERS` in lower case. */
export function withoutMarks(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARK, '')
    .normalize('NFC')
    .replace(LETTER, (letter) => LETTERS[letter.toLowerCase()] ?? letter)
}

/** Returns a text without case and accents: “Łódź” is “lodz”, “Weiß” is “weiss”. */
export const folded = (text: string): string => withoutMarks(text.toLowerCase()).toLowerCase()
