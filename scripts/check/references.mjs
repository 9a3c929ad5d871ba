// Finds references that lead nowhere: ids of requirements, numbers of decisions, files, and headings of Markdown files.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from '../root.mjs'
import { filesIn } from './files.mjs'

const FOLDERS = ['apps', 'packages', 'scripts', 'e2e', 'bench', 'demo', 'docs', 'deploy']
const PAGES = ['ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'README.md', 'SECURITY.md']
const REQUIREMENTS = 'docs/requirements.md'
const DECISIONS = 'docs/decisions'

/** Papers that are not in the repository. Applied migrations cannot change, so requirements.md explains theirs. */
const papers =
  /\b[Rr]eadings? +\d(?! files?\b)|\([Rr]eadings,|\b[Ii]ssues? +\d+\b(?! of the| and pull)|\bquality +bar\b|\b(?:chat|shell) +specification\b|\bretrieval\.md\b|\bengines\.md\b|\((?:[^()]*[;,] )?(?!S3\b|X11\b)[SRX]\d{1,3}\b[^()]*\)/

const decision = /\bdecisions? +(\d{1,4}(?:(?:, +| +and +| +to +)\d{1,4}(?! *(?:ms|s|kB|MB)\b))*)/g
const ownFile =
  /(?<![\w./@-])(?:docs|apps|packages|scripts|e2e|bench|demo|deploy)\/[\w./-]+\.(?:ts|tsx|mjs|md|json|sql|css)\b/g
const link = /\]\(([^()\s]+)\)/g

/**
 * Checks every text file of the repository.
 *
 * @returns how many files were read, and a line for each reference that leads nowhere
 */
export function references({
  files = textFiles(),
  read = readText,
  exists = (file) => existsSync(inRoot(file)),
} = {}) {
  const ids = idsIn(read(REQUIREMENTS))
  const decisions = new Map(
    readdirSync(inRoot(DECISIONS)).flatMap((file) => {
      const number = /^(\d{4})-/.exec(file)?.[1]
      return number ? [[Number(number), file]] : []
    }),
  )
  const problems = files.flatMap((file) => problemsOf(file, read(file), { ids, decisions, exists, read }))
  const index = read(`${DECISIONS}/README.md`)
  for (const file of decisions.values())
    if (!index.includes(`(${file})`)) problems.push(`${DECISIONS}/README.md: does not list ${file}`)
  return { seen: files.length, problems }
}

function textFiles() {
  const isText = (name) => /\.(ts|tsx|mjs|sql|css|md)$/.test(name)
  return [...PAGES, ...filesIn(FOLDERS, isText)].filter(
    (file) =>
      !file.startsWith('bench/data/') &&
      !file.includes('/static/') &&
      !/^scripts\/check\/.*\.test\.mjs$/.test(file),
  )
}

const readText = (file) => readFileSync(inRoot(file), 'utf8')

/** Returns the ids of the requirements, and `SUBJECT-*` for each subject. */
function idsIn(text) {
  const ids = new Set()
  for (const [, subject, number] of text.matchAll(/^- \*\*([A-Z]+)-(\d+)\*\*/gm)) {
    ids.add(`${subject}-${number}`)
    ids.add(`${subject}-*`)
  }
  return ids
}

function problemsOf(file, text, { ids, decisions, exists, read }) {
  const subjects = [...new Set([...ids].map((id) => id.split('-')[0]))].join('|')
  const id = new RegExp(`\\b(?:${subjects})-(?:\\d+|\\*)(?![\\w-])`, 'g')
  const found = []
  const say = (at, what) => found.push(`${file}:${text.slice(0, at).split('\n').length}: ${what}`)
  // A citation can be broken across the lines of a comment.
  const flat = text.replace(/\n[ \t]*(?:\/\/|\*(?!\/)|--)?[ \t]*/g, (broken) => ' '.padEnd(broken.length))

  for (const match of text.matchAll(id))
    if (!ids.has(match[0])) say(match.index, `no requirement ${match[0]}`)
  for (const match of flat.matchAll(decision))
    for (const number of match[1].match(/\d+/g))
      if (!decisions.has(Number(number))) say(match.index, `no decision ${number}`)
  for (const match of text.matchAll(ownFile))
    if (!/\/(?:dist|node_modules)\//.test(match[0]) && !exists(match[0]))
      say(match.index, `no file ${match[0]}`)
  if (!file.startsWith('apps/server/migrations/') && file !== REQUIREMENTS) {
    const paper = papers.exec(flat)
    if (paper)
      say(paper.index, `“${paper[0].replaceAll(/ +/g, ' ')}” is not in this repository; cite a requirement`)
  }
  if (file.endsWith('.md'))
    for (const match of text.matchAll(link)) {
      const missing = missingTarget(file, match[1], { exists, read })
      if (missing) say(match.index, missing)
    }
  return found
}

/** Returns what a relative link of a Markdown file lacks, or null. */
function missingTarget(file, target, { exists, read }) {
  if (/^[a-z]+:/i.test(target) || target.startsWith('/')) return null
  const [place, heading] = target.split('#')
  const to = place ? path.posix.join(path.posix.dirname(file), place) : file
  if (!exists(to)) return `no file ${to}`
  if (heading && to.endsWith('.md') && !headingsOf(read(to)).has(heading))
    return `no heading #${heading} in ${to}`
  return null
}

/** The anchors of a Markdown file, made as forges make them. */
function headingsOf(text) {
  return new Set(
    [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) =>
      heading
        .toLowerCase()
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}
