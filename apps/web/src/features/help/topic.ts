/** A section of a topic; its id is the `#…` of a URL. */
export interface Section {
  id: string
  heading: string
  text: string
}

export interface Topic {
  title: string
  sections: Section[]
}

/** Parses a topic: a title line, then sections. The ids match the sources that the server names (features/help/passages). */
export function topicOf(markdown: string): Topic {
  const title = /^# (.+)$/m.exec(markdown)?.[1]?.trim() ?? ''
  const parts = markdown.replace(/^# .+$/m, '').split(/^## +/m)
  const sections = parts.map((part, index): Section => {
    if (index === 0) return { id: '', heading: '', text: part.trim() }
    const [heading = '', ...rest] = part.split('\n')
    return { id: anchor(heading), heading: heading.trim(), text: rest.join('\n').trim() }
  })
  return { title, sections }
}

function anchor(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}
