import type { HelpPassage } from '#engines/guide/guide.ts'

/** Questions in people's own words, by the address of the passage that answers them, such as `tabs#add-a-tab`. */
export type KnownQuestions = Readonly<Record<string, readonly string[]>>

/** Cuts a topic's Markdown at its headings: the part before the first `##` and each section become a passage. */
export function passagesOf(topic: string, markdown: string, known: KnownQuestions = {}): HelpPassage[] {
  const title = /^# (.+)$/m.exec(markdown)?.[1]?.trim() ?? topic
  const sections = markdown.replace(/^# .+$/m, '').split(/^## +/m)
  return sections.flatMap((section, index) => {
    const [first = '', ...rest] = section.split('\n')
    const place = index === 0 ? '' : first.trim()
    const text = (index === 0 ? section : rest.join('\n')).trim()
    const uri = `/help/${topic}${place ? `#${anchor(place)}` : ''}`
    return text ? [{ title, place, uri, text, questions: known[uri.slice('/help/'.length)] ?? [] }] : []
  })
}

/** Returns the id of a heading; must agree with the help pages. */
export function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}
