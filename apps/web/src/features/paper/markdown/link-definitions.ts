// The link definitions of a message: in a document of many, the first one of a name would be that of all messages.
import { outsideCode } from '#ui/markdown/math-text.ts'

/** `[name]: address` at the start of a line; footnotes have `^`. Each group is: what stands before it, its name. */
const DEFINITION = /(\n[ ]{0,3}(?:>[ ]?)*)\[((?:[^\][\\^]|\\.)(?:[^\][\\]|\\.)*)\]:(?=[ \t]*[^ \t])/g

/** `[text][name]`, `[name][]` and `[name]`; not `[text](address)`. */
const USE = /(?<!\\)\[((?:[^\][\\]|\\.)+)\](?:\[((?:[^\][\\]|\\.)*)\]|(?!\())/g

/** Names are compared as Markdown compares them. */
const nameOf = (label: string): string => label.trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** Returns a text whose link definitions begin with a prefix, also where they are used. Texts of links stay. */
export function withOwnLinks(text: string, prefix: string): string {
  const names = new Set<string>()
  const lines = `\n${text}`
  outsideCode(lines, (part) => {
    for (const [, , label = ''] of part.matchAll(DEFINITION)) names.add(nameOf(label))
    return part
  })
  if (names.size === 0) return text
  const has = (label: string) => names.has(nameOf(label))
  const changed = outsideCode(lines, (part) =>
    part
      .replaceAll(DEFINITION, (_, before: string, label: string) => `${before}[${prefix}${label}]:`)
      .replaceAll(USE, (whole, label: string, name: string | undefined, at: number, all: string) => {
        // The second half of a link whose text has brackets of its own.
        if (name === undefined && all.charAt(at - 1) === ']')
          return has(label) ? `[${prefix}${label}]` : whole
        const wanted = name === undefined || name === '' ? label : name
        return has(wanted) ? `[${label}][${prefix}${wanted}]` : whole
      }),
  )
  return changed.slice(1)
}
