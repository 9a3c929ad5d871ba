// Checks the subjects of commits: imperative, at most 72 characters (CONTRIBUTING.md, "Plain words").
import { runQuietly } from '../child.mjs'
import { root } from '../root.mjs'

/** Older commits were made before this check existed. */
const SINCE = '2026-11-24T11:12:00Z'
const MAX_LENGTH = 72

// First words that show a subject without a verb at its beginning.
const NO_VERBS = new Set(
  `A An The This That These It Its He She They We You I There Here What When Where Which Who Whoever Whose Why How All Any Each
  Every Some No Not Nobody Nothing One Two Three In On At By For From Of To With Without And But Or If Is Are Was Were Be Has Have
  Had Can Could Now More Less New Old Only Also As After Before While Because Until`.split(/\s+/),
)
// Imperatives that end like another form.
const IMPERATIVES = new Set([
  'Bring',
  'Embed',
  'Exceed',
  'Feed',
  'Need',
  'Proceed',
  'Seed',
  'Shed',
  'Speed',
  'Spread',
  'String',
  'Succeed',
])

/** Returns what is wrong with a commit subject, or undefined. */
export function wrongSubject(subject) {
  if (subject.length > MAX_LENGTH)
    return `has ${subject.length} characters, at most ${MAX_LENGTH} are allowed`
  const first = /^[A-Z][a-z-]+(?= |$)/.exec(subject)?.[0]
  if (!first) return 'does not begin with a capitalised verb'
  if (NO_VERBS.has(first)) return `begins with "${first}" instead of a verb in the imperative`
  if (/(ed|ing)$/.test(first) && !IMPERATIVES.has(first))
    return `begins with "${first}", which is no imperative`
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
