// The questions of bench/retrieval.ts and the texts that answer them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../data/retrieval')

export type Language = 'en' | 'de' | 'bg'

export interface Paragraph {
  readonly document: string
  readonly text: string
}

export interface Question {
  readonly question: string
  readonly document: string
  /** Words of the right paragraph that no other paragraph has. */
  readonly quote: string
}

export interface QuestionSet {
  readonly articles: readonly { readonly name: string; readonly text: string }[]
  readonly paragraphs: readonly Paragraph[]
  readonly questions: readonly Question[]
  /** Questions that no text answers. */
  readonly unanswerable: readonly string[]
}

/** Returns the texts and questions of a language. Throws when a question does not have exactly one right paragraph. */
export function questionSet(language: Language): QuestionSet {
  const articles = readdirSync(join(folder, language))
    .filter((file) => file.endsWith('.md'))
    .toSorted()
    .map((file) => ({
      name: file.replace('.md', ''),
      text: readFileSync(join(folder, language, file), 'utf8'),
    }))
  const paragraphs = articles.flatMap(({ name, text }) =>
    text
      .trim()
      .split(/\n{2,}/)
      .slice(1)
      .map((paragraph): Paragraph => ({ document: name, text: paragraph })),
  )
  const read: unknown = JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'))
  const { questions, unanswerable } = read as Pick<QuestionSet, 'questions' | 'unanswerable'>
  for (const { question, document, quote } of questions) {
    const right = paragraphs.filter(({ text }) => text.includes(quote))
    if (right.length !== 1 || right[0]?.document !== document)
      throw new Error(`“${question}” has ${right.length} right paragraphs, or another document`)
  }
  return { articles, paragraphs, questions, unanswerable }
}

/** Returns answerable questions that were written later, without quotes; none in English. */
export function moreQuestions(language: Language): string[] {
  const read: unknown = JSON.parse(readFileSync(join(folder, 'more-questions.json'), 'utf8'))
  const all = read as Partial<Record<Language, readonly Pick<Question, 'question' | 'document'>[]>>
  return (all[language] ?? []).map(({ question }) => question)
}
