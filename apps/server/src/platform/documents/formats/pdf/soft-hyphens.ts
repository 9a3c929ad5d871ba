/** How pdf.js asks for the category of a letter. */
const CATEGORY = '^(\\s)|(\\p{Mn})|(\\p{Cf})$'

let isKept = false

/**
 * Makes pdf.js keep soft hyphens, which it takes for unseen and has no option for: many programs write them where a hyphen is seen,
 * and “1-12 months” would be read as “112 months”. It asks by `match`, once for each letter.
 */
export function keepSoftHyphens(): void {
  if (isKept) return
  isKept = true
  const original = Reflect.get(String.prototype, 'match')
  Reflect.set(String.prototype, 'match', function match(this: string, pattern: string | RegExp) {
    const isAsked = this.length === 1 && this.charCodeAt(0) === 0xad
    return isAsked && pattern instanceof RegExp && pattern.source === CATEGORY
      ? null
      : Reflect.apply(original, this, [pattern])
  })
}
