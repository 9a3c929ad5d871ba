// Checks the form of commit subjects: a capitalised word first, at most 72 characters, no full stop. Whether the word is a verb in
// the imperative is for the reader to see (CONTRIBUTING.md, "Plain words").
import { runQuietly } from '../child.mjs'
import { root } from '../root.mjs'

/** Older commits were made before this check existed. */
const SINCE = '2026-11-24T11:12:00Z'
const MAX_LENGTH = 72

/** Returns what is wrong with a commit subject, or undefined. */
export function wrongSubject(subject) {
  if (subject.length > MAX_LENGTH)
    return `has ${subject.length} characters, at most ${MAX_LENGTH} are allowed`
  if (!/^[A-Z][a-z-]+(?= |$)/.test(subject)) return 'does not begin with a capitalised verb'
  if (subject.endsWith('.')) return 'ends with a full stop'
  return undefined
}

export async function commitSubjects() {
  const { code, output } = await runQuietly(
    'git',
    ['log', '--no-merges', `--since=${SINCE}`, '--format=%h %s'],
    { cwd: root },
  )
  // A source archive has no history, and its commits were checked where they were made.
  if (code !== 0) return { seen: 1, problems: [], note: 'no history here' }
  const commits = output.split('\n').filter(Boolean)
  const problems = commits.flatMap((line) => {
    const [hash, ...words] = line.split(' ')
    const problem = wrongSubject(words.join(' '))
    return problem ? [`${hash} "${words.join(' ')}" ${problem}`] : []
  })
  return { seen: Math.max(1, commits.length), problems, note: `${commits.length} subjects` }
}
