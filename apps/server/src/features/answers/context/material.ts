// Makes texts of strangers safe as material of a prompt: a text cannot end the mark around it, or begin another one.

/** The names of marks, also with invisible characters between their letters. */
const NAME =
  /p\p{Cf}*a\p{Cf}*s\p{Cf}*s\p{Cf}*a\p{Cf}*g\p{Cf}*e|d\p{Cf}*o\p{Cf}*c\p{Cf}*u\p{Cf}*m\p{Cf}*e\p{Cf}*n\p{Cf}*t/giu
/** What begins a mark, also as an entity, at the end of a text. */
const OPENS = /(?:[<＜﹤]|&lt;?|&#0{0,6}60;?|&#x0{0,6}3c;?)$/iu
/** The longest entity. */
const ENTITY = 12
const BETWEEN = /[\s/／\\\p{Cf}\p{Cc}]/u
const SLASH = /(?:&sol;|&#0{0,6}47;|&#x0{0,6}2f;)$/iu

/** Returns a text of a stranger without the signs that begin the mark of a passage or document. Linear time. */
export function asMaterial(text: string): string {
  let made = ''
  let done = 0
  for (const { index } of text.matchAll(NAME)) {
    const end = beforeBlanks(text, index, done)
    const opens = OPENS.exec(text.slice(Math.max(done, end - ENTITY), end))
    if (!opens) continue
    made += `${text.slice(done, end - opens[0].length)}‹`
    done = end
  }
  return made + text.slice(done)
}

/** Returns where the blanks, slashes and invisible characters before a place begin. */
function beforeBlanks(text: string, place: number, least: number): number {
  let at = place
  while (at > least) {
    const slash = text[at - 1] === ';' ? SLASH.exec(text.slice(Math.max(least, at - ENTITY), at)) : null
    if (slash) at -= slash[0].length
    else if (BETWEEN.test(text[at - 1] ?? '')) at--
    else return at
  }
  return at
}

/** Returns an attribute of a mark; none for an empty value. */
export const attribute = (name: string, value: string): string =>
  value === '' ? '' : ` ${name}=${JSON.stringify(asMaterial(value))}`
