// Searches help topics: every word must occur in the topic, ignoring case and accents.
import { folded } from '@polylogue/retrieval/folded'
import type { Section, Topic } from './topic.ts'

export interface FoundTopic<T extends Topic> {
  topic: T
  /** The sections that contain every word, at most three. */
  sections: Section[]
}

/** Returns the matching topics, title matches first; without words all topics, without sections. */
export function findTopics<T extends Topic>(topics: readonly T[], typed: string): FoundTopic<T>[] {
  const words = folded(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return topics.map((topic) => ({ topic, sections: [] }))
  const has = (text: string) => words.every((word) => folded(text).includes(word))
  const found = topics
    .filter((topic) => has([topic.title, ...topic.sections.map(textOf)].join('\n')))
    .map((topic) => ({
      topic,
      sections: topic.sections.filter((section) => section.id && has(textOf(section))).slice(0, 3),
    }))
  return found.toSorted((one, other) => Number(has(other.topic.title)) - Number(has(one.topic.title)))
}

/** Returns the first sentence of a topic without markup, as its description in the list. */
export function summaryOf({ sections }: Topic): string {
  const first = sections.find(({ text }) => text)?.text.split('\n\n')[0] ?? ''
  const words = first.replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1').replace(/[*_`]/g, '')
  return /^.*?[.!?](?=\s|$)/s.exec(words)?.[0] ?? words
}

const textOf = ({ heading, text }: Section) => `${heading}\n${text}`
