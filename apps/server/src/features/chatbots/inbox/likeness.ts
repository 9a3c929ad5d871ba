// Puts questions together that are alike: most of their telling words are the same.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { questionLanguages, questionWords } from '@polylogue/retrieval'

/** Characters and words of a question that are compared. */
const READ = 500
const MOST_WORDS = 40
/** The share of the words of two questions that both must have. */
const ALIKE = 0.5
/** Questions that are compared in one piece: less than 20 ms, also of 1,000 that share many words. */
const AT_ONCE = 25

export interface AskedQuestion {
  readonly id: number
  readonly question: string
}

/** Returns the stems of the words that tell what a question is about. */
function tellingWords(question: string): ReadonlySet<string> {
  const text = question.slice(0, READ)
  const words = questionWords(text, questionLanguages(text, [])).filter(({ ignored }) => !ignored)
  return new Set(words.slice(0, MOST_WORDS).map(({ word, terms }) => terms.stems[0] ?? terms.whole ?? word))
}

interface Group<Question> {
  readonly words: ReadonlySet<string>
  readonly questions: Question[]
}

/**
 * Returns groups of questions, in the order of their first ones; a question joins the group whose first one is most like it.
 * Lets other work go on between them: visitors write the questions.
 */
export async function groupedByLikeness<Question extends AskedQuestion>(
  all: readonly Question[],
): Promise<Question[][]> {
  const groups: Group<Question>[] = []
  const byWord = new Map<string, Group<Question>[]>()
  for (const [index, question] of all.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await nextTurn()
    const words = tellingWords(question.question)
    const group = mostAlike(words, byWord) ?? newGroup<Question>(words, byWord)
    if (group.questions.length === 0) groups.push(group)
    group.questions.push(question)
  }
  return groups.map(({ questions }) => questions)
}

function newGroup<Question>(
  words: ReadonlySet<string>,
  byWord: Map<string, Group<Question>[]>,
): Group<Question> {
  const group = { words, questions: [] }
  for (const word of words) {
    const known = byWord.get(word)
    if (known) known.push(group)
    else byWord.set(word, [group])
  }
  return group
}

function mostAlike<Question>(
  words: ReadonlySet<string>,
  byWord: ReadonlyMap<string, readonly Group<Question>[]>,
): Group<Question> | undefined {
  const common = new Map<Group<Question>, number>()
  for (const word of words)
    for (const group of byWord.get(word) ?? []) common.set(group, (common.get(group) ?? 0) + 1)
  let best: { group: Group<Question>; share: number } | undefined
  for (const [group, count] of common) {
    const share = count / (words.size + group.words.size - count)
    if (share >= ALIKE && (!best || share > best.share)) best = { group, share }
  }
  return best?.group
}
