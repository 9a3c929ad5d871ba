/** Texts longer or more nested than a person writes are shown as plain text, because parsing them would block the page. */
const TOO_LONG = 200_000
const TOO_DEEP = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){60}|[[*_~(!]{300}|(?:\[[^\]]{0,9}){300}/m

/** Maximum emphasis and link markers in one block: the time to pair them grows with their square. */
const TOO_MANY_MARKS = 6_000

export function holdsUpThePage(text: string): boolean {
  if (text.length > TOO_LONG || TOO_DEEP.test(text)) return true
  return text.length > TOO_MANY_MARKS && text.replaceAll(/[^*_~[\]]/g, '').length > TOO_MANY_MARKS
}
