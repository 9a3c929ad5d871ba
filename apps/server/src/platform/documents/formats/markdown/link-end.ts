// Finds the end of a link's address: “(address "title")”.

/** Characters of an address with its title. */
const LONGEST = 2_000
/** Brackets inside an address. */
const DEEPEST = 3

/** Returns the place after the address that begins at `at`; undefined if there is none. */
export function linkEnd(text: string, at: number): number | undefined {
  if (text[at] !== '(') return undefined
  const end = Math.min(text.length, at + LONGEST)
  let next = blanksEnd(text, at + 1, end)
  if (text[next] === '<') {
    const close = text.slice(next, end).search(/[>\n]/)
    if (close < 0 || text[next + close] !== '>') return undefined
    next += close + 1
  } else next = addressEnd(text, next, end)
  next = blanksEnd(text, next, end)
  const quote = text[next] ?? ''
  if (quote === '"' || quote === "'") {
    const close = text.indexOf(quote, next + 1)
    if (close < 0 || close > end) return undefined
    next = blanksEnd(text, close + 1, end)
  }
  return text[next] === ')' ? next + 1 : undefined
}

function blanksEnd(text: string, at: number, end: number): number {
  let next = at
  while (next < end && (text[next] === ' ' || text[next] === '\n')) next++
  return next
}

function addressEnd(text: string, at: number, end: number): number {
  let depth = 0
  for (let next = at; next < end; next++) {
    const sign = text[next]
    if (sign === '\\') next++
    else if (sign === '(' && ++depth > DEEPEST) return next
    else if ((sign === ')' && depth-- === 0) || sign === ' ' || sign === '\n') return next
  }
  return end
}
